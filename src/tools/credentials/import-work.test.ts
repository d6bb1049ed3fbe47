import assert from 'node:assert/strict';
import fs, { readdirSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import { ImportWork, workFolderOf } from './import-work.ts';

const running = { code: 'import_running' };

describe('the lock of an import', () => {
  let home: ReturnType<typeof tempFolder>;
  beforeEach(() => {
    home = tempFolder();
  });
  afterEach(() => home.remove());

  const take = () => new ImportWork(home.path, 'x');

  it('excludes other processes until it is released', () => {
    const first = take();
    assert.throws(take, running);
    first.release();
    take();
    assert.deepEqual(readdirSync(workFolderOf(home.path, 'x')), ['lock']);
  });

  for (const [what, content] of [
    ['a process that has ended', String(2 ** 30)],
    ['nobody', ''],
  ] as const) {
    it(`is taken over from ${what}`, () => {
      take().release();
      writeFileSync(join(workFolderOf(home.path, 'x'), 'lock'), content);
      take();
      assert.throws(take, running);
    });
  }

  it('never exists without its owner, so a concurrent import does not take it for stale', (t) => {
    let meanwhile: ImportWork | undefined;
    const real = fs.writeFileSync;
    const written = t.mock.method(fs, 'writeFileSync', (...args: Parameters<typeof real>) => {
      written.mock.restore();
      syncBuiltinESMExports();
      meanwhile = take();
      real(...args);
    });
    syncBuiltinESMExports();
    assert.throws(take, running);
    assert.ok(meanwhile);
    meanwhile.release();
    take();
  });
});
