import assert from 'node:assert/strict';
import { it } from 'node:test';
import { deserialize, serialize } from 'node:v8';
import { CallRates } from '../../gateway/clients/call-rates.ts';
import { systemClock } from '../../kernel/clock.ts';
import { readSettings } from '../settings/settings.ts';
import { gatewayLimits } from './gateway-config.ts';

it('the rate limit `off` limits no client, also after it was serialized for the gateway process', () => {
  const given = gatewayLimits(readSettings({ PALISADE_GATEWAY_RATE_LIMIT: 'off' }));
  const limits: typeof given = deserialize(serialize(given));
  assert.deepEqual(limits, given);
  const { clientRate: rate, clientBurst: burst } = limits;
  const rates = new CallRates({ rate, burst, clock: systemClock });
  for (let n = 0; n < 1_000; n++) assert.equal(rates.take('client', 100), 0);
});

it('the setting for the length of bodies is the limit of the gateway', () => {
  const limitOf = (variables: object) => gatewayLimits(readSettings({ ...variables })).bodyBytes;
  assert.equal(limitOf({}), 2 * 1024 * 1024);
  assert.equal(limitOf({ PALISADE_GATEWAY_BODY_BYTES: '4096' }), 4_096);
});
