import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { originOf, poolOf, updateOf, zoneOf } from '../../../test/support/edge-snapshots.ts';
import { snapshotMessages } from './snapshot-message.ts';
import type { SnapshotUpdate } from './snapshot-update.ts';

const shared = (key: string, description = '') => ({
  key,
  accountId: 'account',
  phase: 'http_request_firewall_custom',
  isEntryPoint: false,
  ruleset: {
    id: key,
    version: '1',
    rules: [{ id: 'r', ref: 'r', description, action: 'log', expression: 'true', logged: true }],
  },
});

/** The messages of an update, and their parsed items. */
function received(update: SnapshotUpdate) {
  const messages = [...snapshotMessages(update)];
  const parsed = (kind: 'zones' | 'pools' | 'rulesets') =>
    messages.flatMap((message) => message[kind]).map((text) => JSON.parse(text));
  return {
    messages,
    zones: parsed('zones'),
    pools: parsed('pools'),
    rulesets: parsed('rulesets'),
  };
}

describe('messages of a snapshot', () => {
  it('are a single one for a small update, with all items', () => {
    const update = updateOf({
      zones: [zoneOf('a.test'), zoneOf('b.test')],
      pools: [poolOf('p', [originOf(80, { healthy: true })])],
      rulesets: [shared('s')],
      removed: { zones: ['c'], pools: ['q'], rulesets: ['t'] },
    });
    const { messages, zones, pools, rulesets } = received(update);
    const [message] = messages;
    assert.equal(messages.length, 1);
    assert.deepEqual([zones, rulesets], [update.zones, update.rulesets]);
    assert.deepEqual(pools, JSON.parse(JSON.stringify(update.pools)));
    assert.deepEqual(
      [message?.removed.zones, message?.removed.pools, message?.removed.rulesets],
      [['c'], ['q'], ['t']],
    );
    assert.deepEqual([message?.hasMore, message?.complete], [false, false]);
  });

  it('are at least one, even for an empty update', () => {
    const [message, ...more] = snapshotMessages(updateOf({ complete: true }));
    assert.deepEqual([message?.hasMore, message?.complete, more], [false, true, []]);
  });

  it('of a long update are short; the last one is marked, and zones come after the items that they refer to', () => {
    const zones = Array.from({ length: 20_000 }, (_, n) => zoneOf(`zone-${n}.test`));
    const rulesets = Array.from({ length: 100 }, (_, n) => shared(`s${n}`, 'x'.repeat(10_000)));
    const update = updateOf({ complete: true, zones, rulesets, removed: { zones: ['gone'] } });
    const { messages, ...arrived } = received(update);
    assert.deepEqual(arrived.zones, zones);
    assert.deepEqual(arrived.rulesets, rulesets);
    assert.ok(messages.length > 10);
    for (const message of messages) {
      const length = [...message.zones, ...message.rulesets].join('').length;
      assert.ok(length < 300_000, `${length} characters`);
      assert.deepEqual([message.revision, message.complete], [update.revision, true]);
    }
    assert.deepEqual(
      messages.map(({ hasMore }) => hasMore),
      messages.map((_, n) => n < messages.length - 1),
    );
    const lastRuleset = messages.findLastIndex((message) => message.rulesets.length > 0);
    const firstZone = messages.findIndex((message) => message.zones.length > 0);
    assert.ok(lastRuleset <= firstZone);
    assert.deepEqual(messages.at(-1)?.removed.zones, ['gone']);
  });
});
