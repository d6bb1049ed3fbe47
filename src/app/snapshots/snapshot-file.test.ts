import assert from 'node:assert/strict';
import { existsSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { originOf, siteOf, updateOf } from '../../../test/support/edge-snapshots.ts';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import type { SharedRulesetSnapshot } from '../../contracts/snapshot/rulesets-section.ts';
import type { SnapshotUpdate } from '../../contracts/snapshot/snapshot-update.ts';
import { openSnapshotFile, SnapshotFile } from './snapshot-file.ts';

function pathFor(test: TestContext): string {
  const folder = tempFolder();
  test.after(() => folder.remove());
  return join(folder.path, 'snapshot.db');
}

function updateTo(revision: number): SnapshotUpdate {
  const { zone, pool } = siteOf('shop.test', [originOf(80)]);
  return updateOf({ revision, zones: [zone], pools: [pool] });
}

/** Telemetry that records the reports of `openSnapshotFile`. */
function recorded() {
  const reported: string[] = [];
  const telemetry = {
    damaged: () => void reported.push('damaged'),
    otherFormat: (format: number) => void reported.push(`format ${format}`),
  };
  return { telemetry, reported };
}

describe('snapshot file', () => {
  it('throws the error of a failed save, and saves again when its cause is gone', (test) => {
    const path = pathFor(test);
    const file = new SnapshotFile(path);
    test.after(() => file.close());
    file.save(updateTo(1));
    const other = new DatabaseSync(path);
    test.after(() => other.close());
    // Ends the transaction as a full disk does.
    other.exec(`
      create trigger full before insert on items begin select raise(rollback, 'disk full'); end
    `);
    assert.throws(() => file.save(updateTo(2)), /disk full/);
    assert.equal(file.load()?.revision, 1);
    other.exec('drop trigger full');
    file.save(updateTo(3));
    assert.equal(file.load()?.revision, 3);
    assert.equal(file.load()?.zones.length, 1);
  });

  it('saves shared items, and deletes removed ones', (test) => {
    const path = pathFor(test);
    const file = new SnapshotFile(path);
    test.after(() => file.close());
    const shared = (key: string): SharedRulesetSnapshot => ({
      key,
      accountId: 'account',
      phase: 'http_request_firewall_custom',
      isEntryPoint: true,
      ruleset: { id: key, version: '1', rules: [] },
    });
    file.save(updateOf({ complete: true, rulesets: [shared('a'), shared('b')] }));
    assert.deepEqual(file.load()?.rulesets, [shared('a'), shared('b')]);
    file.save(updateOf({ rulesets: [shared('c')], removed: { rulesets: ['a'] } }));
    assert.deepEqual(file.load()?.rulesets, [shared('b'), shared('c')]);
    file.save(updateOf({ complete: true }));
    assert.deepEqual(file.load()?.rulesets, []);
  });

  it('ignores a file of another format, reports it, and renames it', (test) => {
    const path = pathFor(test);
    const before = new DatabaseSync(path);
    before.exec(`
      create table head (revision integer not null) strict;
      create table zones (id text primary key, body text not null) strict;
      create table pools (id text primary key, body text not null) strict;
      insert into head values (7);
      pragma user_version = 1;
    `);
    before.close();
    const { telemetry, reported } = recorded();
    const { file, lastGood } = openSnapshotFile(path, telemetry);
    test.after(() => file.close());
    assert.deepEqual([reported, lastGood], [['format 1'], undefined]);
    assert.ok(existsSync(`${path}.format-1`));
    file.save(updateTo(2));
    assert.equal(file.load()?.revision, 2);
  });

  const damages: readonly [string, (path: string) => void][] = [
    ['is not a database', (path) => writeFileSync(path, Buffer.alloc(8_192, 7))],
    ['was cut off', (path) => truncateSync(path, 6_000)],
    [
      'has a row that is not JSON',
      (path) => {
        const other = new DatabaseSync(path);
        other.exec(`update items set body = substr(body, 10)`);
        other.close();
      },
    ],
  ];
  for (const [what, damage] of damages) {
    it(`starts an empty file in place of one that ${what}, and reports it`, (test) => {
      const path = pathFor(test);
      const before = new SnapshotFile(path);
      before.save(updateTo(1));
      before.close();
      damage(path);

      const { telemetry, reported } = recorded();
      const { file, lastGood } = openSnapshotFile(path, telemetry);
      test.after(() => file.close());
      assert.deepEqual(reported, ['damaged']);
      assert.equal(lastGood, undefined);
      assert.ok(existsSync(`${path}.damaged`));
      file.save(updateTo(2));
      assert.equal(file.load()?.revision, 2);
    });
  }
});
