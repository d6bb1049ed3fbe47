import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeOnEachDatabase } from '../../test/support/databases.ts';
import { migrations } from './modules.ts';

/** What installations have applied, in this order. A database knows its migrations by these names. */
const released = [
  'storage/0001-core-tables',
  'platform/0001-platform-tables',
  'rulesets/0001-ruleset-tables',
  'load-balancing/0001-load-balancing-tables',
  'load-balancing/0002-health-tables',
  'security-events/0001-security-event-tables',
  'security-events/0002-request-trace-tables',
  'page-monitoring/0001-policy-tables',
  'page-monitoring/0002-inventory-tables',
  'page-monitoring/0003-violation-and-note-tables',
  'page-monitoring/0004-script-fetches',
  'page-monitoring/0005-threat-feeds',
  'page-monitoring/0006-visitor-hashes',
  'page-monitoring/0007-script-copies',
  'page-monitoring/0008-note-hashes',
  'page-monitoring/0009-positions',
];

const names = migrations.map(({ name }) => name);

describe('migrations of all areas', () => {
  it('still have the names and the order of those that installations have applied', () => {
    assert.deepEqual(
      names.filter((name) => released.includes(name)),
      released,
    );
  });

  it('are numbered one after the other within each area', () => {
    const counts = new Map<string, number>();
    for (const name of names) {
      const [, area = '', number] = /^([-a-z]+)\/(\d{4})-[-a-z]+$/.exec(name) ?? [];
      const expected = (counts.get(area) ?? 0) + 1;
      assert.equal(Number(number), expected, name);
      counts.set(area, expected);
    }
  });
});

describeOnEachDatabase('migrations of all areas', (kind) => {
  it('are all applied to an empty database, and the later ones to that of an earlier version', async () => {
    const home = await kind.create();
    const earlier = await kind.create();
    try {
      assert.deepEqual(await home.open().migrate(migrations), names);
      const database = earlier.open();
      await database.migrate(migrations.filter(({ name }) => released.includes(name)));
      const later = names.filter((name) => !released.includes(name));
      assert.deepEqual(await database.migrate(migrations), later);
    } finally {
      await home.remove();
      await earlier.remove();
    }
  });
});
