import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TokenResources } from './token-model.ts';
import { parseResources, type ResourcePattern } from './token-resource.ts';

const A = 'a'.repeat(32);
const Z = 'b'.repeat(32);

describe('parseResources', () => {
  const good: readonly [TokenResources, ResourcePattern[]][] = [
    [{}, []],
    [{ [`palisade.account.${A}`]: '*' }, [{ type: 'account', accountId: A }]],
    [{ [`com.cloudflare.api.account.${A}`]: '*' }, [{ type: 'account', accountId: A }]],
    [{ 'palisade.account.*': '*' }, [{ type: 'account', accountId: '*' }]],
    [{ [`palisade.account.zone.${Z}`]: '*' }, [{ type: 'zone', zoneId: Z, accountId: '*' }]],
    [{ 'com.cloudflare.api.account.zone.*': '*' }, [{ type: 'zone', zoneId: '*', accountId: '*' }]],
    [{ [`palisade.user.${A}`]: '*' }, [{ type: 'user', userId: A }]],
    [
      { [`palisade.account.${A}`]: { 'palisade.account.zone.*': '*' } },
      [{ type: 'zone', zoneId: '*', accountId: A }],
    ],
    [
      { 'palisade.account.*': { [`com.cloudflare.api.account.zone.${Z}`]: '*' } },
      [{ type: 'zone', zoneId: Z, accountId: '*' }],
    ],
    [{ [`palisade.account.${A}`]: {} }, []],
    [
      { [`palisade.account.${A}`]: '*', [`palisade.account.zone.${Z}`]: '*' },
      [
        { type: 'account', accountId: A },
        { type: 'zone', zoneId: Z, accountId: '*' },
      ],
    ],
  ];
  for (const [resources, patterns] of good) {
    it(`reads ${JSON.stringify(resources)}`, () => {
      assert.deepEqual(parseResources(resources), { ok: true, patterns });
    });
  }

  const zone = `palisade.account.zone.${Z}`;
  const bad: readonly [TokenResources, string][] = [
    [{ '*': '*' }, '*'],
    [{ '': '*' }, ''],
    [{ 'palisade.': '*' }, 'palisade.'],
    [{ 'palisade.*': '*' }, 'palisade.*'],
    [{ 'palisade.account': '*' }, 'palisade.account'],
    [{ 'palisade.account.x': '*' }, 'palisade.account.x'],
    [{ [`palisade.account.${A.toUpperCase()}`]: '*' }, `palisade.account.${A.toUpperCase()}`],
    [{ [`palisade.zone.${Z}`]: '*' }, `palisade.zone.${Z}`],
    [{ [`palisade.account.zone.${Z}.x`]: '*' }, `palisade.account.zone.${Z}.x`],
    [{ 'palisade.user.*': '*' }, 'palisade.user.*'],
    [{ [`other.account.${A}`]: '*' }, `other.account.${A}`],
    [{ [zone]: 'read' }, zone],
    [{ [zone]: {} }, zone],
    [{ [`palisade.account.${A}`]: { [zone]: 'read' } }, zone],
    [{ [`palisade.account.${A}`]: { [`palisade.account.${A}`]: '*' } }, `palisade.account.${A}`],
    [{ [`palisade.account.${A}`]: '*', nonsense: '*' }, 'nonsense'],
  ];
  for (const [resources, name] of bad) {
    it(`refuses ${JSON.stringify(resources)} for ${JSON.stringify(name)}`, () => {
      assert.deepEqual(parseResources(resources), { ok: false, bad: name });
    });
  }
});
