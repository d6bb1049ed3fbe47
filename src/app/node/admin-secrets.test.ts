import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import { keepSecrets } from './admin-secrets.ts';

describe('admin secrets', () => {
  let folder: ReturnType<typeof tempFolder>;
  beforeEach(() => {
    folder = tempFolder();
  });
  afterEach(() => folder.remove());

  const at = (name: string) => join(folder.path, name);
  const modeOf = (name: string) => (statSync(at(name)).mode & 0o777).toString(8);

  it('stores each secret in a file that only its owner can read', async () => {
    await keepSecrets(folder.path, { token: 'the-token', key: 'the-key' });
    assert.equal(readFileSync(at('admin-token'), 'utf8'), 'the-token\n');
    assert.equal(readFileSync(at('admin-key'), 'utf8'), 'the-key\n');
    assert.deepEqual([modeOf('admin-token'), modeOf('admin-key')], ['600', '600']);
  });

  it('replaces a file that others can read', async () => {
    writeFileSync(at('admin-token'), 'a much longer secret of an earlier installation', {
      mode: 0o666,
    });
    await keepSecrets(folder.path, { token: 'new' });
    assert.equal(readFileSync(at('admin-token'), 'utf8'), 'new\n');
    assert.equal(modeOf('admin-token'), '600');
  });

  it('writes nothing for secrets that were not created, and removes the files of an earlier start', async () => {
    await keepSecrets(folder.path, {});
    assert.deepEqual(readdirSync(folder.path), []);
    await keepSecrets(folder.path, { key: 'k' });
    assert.deepEqual(readdirSync(folder.path), ['admin-key']);
    await keepSecrets(folder.path, { token: 't' });
    assert.deepEqual(readdirSync(folder.path), ['admin-token']);
  });
});
