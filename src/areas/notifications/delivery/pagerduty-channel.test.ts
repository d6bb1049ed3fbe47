import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import {
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../../../test/support/webhook-receiver.ts';
import { PermanentFailure, RetryLater } from '../../../contracts/job.ts';
import { systemClock } from '../../../kernel/clock.ts';
import { parseCidr } from '../../../kernel/ip.ts';
import { GuardedClient } from '../../../outbound/guarded-client.ts';
import type { PagerdutyService } from '../destinations/pagerduty-store.ts';
import { sampleMessage } from '../messages/fixtures/sample-message.ts';
import type { Message } from '../messages/message.ts';
import { PagerdutyChannel } from './pagerduty-channel.ts';
import { WebhookCaller } from './webhook/webhook-caller.ts';

const KEY = 'f0e1d2c3b4a5968778695a4b3c2d1e0f';

describe('PagerDuty', () => {
  let receiver: WebhookReceiver;
  let service: PagerdutyService | undefined;
  let seen = 0;

  before(async () => {
    receiver = await startWebhookReceiver();
  });
  after(() => receiver.stop());
  beforeEach(() => {
    receiver.respond(202);
    service = { document: { name: 'On call', integration_key: KEY } } as PagerdutyService;
    seen = receiver.calls.length;
  });

  const events = () => receiver.calls.slice(seen).map(({ body }) => body);
  const allow = ['127.0.0.0/8'].map(parseCidr).filter((range) => range !== undefined);

  async function send(message: Message): Promise<void> {
    const channel = new PagerdutyChannel({
      // Only the stored service matters here.
      database: { read: undefined } as never,
      store: { find: async () => service } as never,
      clock: systemClock,
      caller: new WebhookCaller(() => new GuardedClient({ allow })),
      eventsUrl: `${receiver.origin}/v2/enqueue`,
    });
    const delivery = { id: 'd', message, mechanism: 'a', attempt: 1 };
    await channel.send(delivery, new AbortController().signal);
  }

  it('gets an incident for the start, and its resolution for the end', async () => {
    await send(sampleMessage());
    await send(sampleMessage({ event: 'end', severity: 'ok' }));
    const [trigger, resolve] = events();
    assert.deepEqual(trigger, {
      routing_key: KEY,
      event_action: 'trigger',
      dedup_key: '44'.repeat(16),
      client: 'Palisade',
      payload: {
        summary: '[Unhealthy] origin-1',
        source: 'Shop',
        severity: 'critical',
        timestamp: '2026-01-01T00:00:00Z',
        class: 'load_balancing_health_alert',
        custom_details: {
          message_id: '11'.repeat(16),
          policy: 'Pools',
          text: '[Unhealthy] origin-1\nThe origin origin-1 of the pool eu is unhealthy.\nPool: eu',
          data: { pool_name: 'eu', new_health: 'Unhealthy' },
        },
      },
    });
    assert.deepEqual(resolve, {
      routing_key: KEY,
      event_action: 'resolve',
      dedup_key: '44'.repeat(16),
    });
  });

  it('gets an event for each incident that started before a message, or is open after it', async () => {
    const entry = (id: string, phase: 'start' | 'end') => ({
      id: `${id} ${phase}`,
      at: 0,
      text: `${id} ${phase}`,
      facts: [],
      incident: { id, phase },
    });
    const entries = [
      entry('a', 'end'),
      entry('b', 'start'),
      entry('b', 'end'),
      entry('c', 'start'),
    ];
    await send(sampleMessage({ correlationId: 'c', event: 'start', entries }));
    assert.deepEqual(
      events().map(({ event_action: action, dedup_key: key }) => [key, action]),
      [
        ['a', 'resolve'],
        ['c', 'trigger'],
      ],
    );
  });

  it('resolves the incident of a drill at once', async () => {
    await send(sampleMessage({ isDrill: true, correlationId: null, event: null }));
    assert.deepEqual(
      events().map(({ event_action: action, dedup_key: key }) => [key, action]),
      [
        ['11'.repeat(16), 'trigger'],
        ['11'.repeat(16), 'resolve'],
      ],
    );
  });

  it('is retried if it is busy, and not if it refuses', async () => {
    receiver.respond(429, { 'retry-after': '30' });
    await assert.rejects(
      send(sampleMessage()),
      (error) => error instanceof RetryLater && error.afterMs === 30_000,
    );
    receiver.respond(400);
    await assert.rejects(send(sampleMessage()), PermanentFailure);
    receiver.respond(500);
    const isSafe = (error: Error) =>
      !(error instanceof PermanentFailure) && error.message === 'PagerDuty returned status 500.';
    await assert.rejects(send(sampleMessage()), isSafe);
  });

  it('gets nothing if the service was deleted or its key cannot be read', async () => {
    service = { document: { name: 'On call', integration_key: '' } } as PagerdutyService;
    await assert.rejects(send(sampleMessage()), /PALISADE_EDGE_KEY/);
    service = undefined;
    await assert.rejects(send(sampleMessage()), /was deleted/);
    assert.equal(events().length, 0);
  });
});
