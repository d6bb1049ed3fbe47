import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { originOf, siteOf, updateOf } from '../../test/support/edge-snapshots.ts';
import { tempFolder } from '../../test/support/temp-folder.ts';
import type { SnapshotUpdate } from '../contracts/snapshot/snapshot-update.ts';
import { SnapshotFile } from './snapshot-file.ts';

function pathFor(test: TestContext): string {
  const folder = tempFolder();
  test.after(() => folder.remove());
  return join(folder.path, 'snapshot.db');
}

function updateTo(revision: number): SnapshotUpdate {
  const { zone, pool } = siteOf('shop.test', [originOf(80)]);
  return updateOf({ revision, zones: [zone], pools: [pool] });
}

describe('snapshot file', () => {
  it('says why it could not save, and saves when that is over', (test) => {
    const path = pathFor(test);
    const file = new SnapshotFile(path);
    test.after(() => file.close());
    file.save(updateTo(1));
    const other = new DatabaseSync(path);
    test.after(() => other.close());
    // Ends the transaction as a full disk does.
    other.exec(`
      create trigger full before insert on zones begin select raise(rollback, 'disk full'); end
    `);
    assert.throws(() => file.save(updateTo(2)), /disk full/);
    assert.equal(file.load()?.revision, 1);
    other.exec('drop trigger full');
    file.save(updateTo(3));
    assert.equal(file.load()?.revision, 3);
    assert.equal(file.load()?.zones.length, 1);
  });
});
