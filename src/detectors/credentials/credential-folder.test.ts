import assert from 'node:assert/strict';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import { openCredentialStores } from './credential-folder.ts';
import { Fingerprinter } from './fingerprinter.ts';
import { ensureFolderKey } from './folder-key.ts';
import { Kind, keyIdOf } from './store-format.ts';
import { StoreWriter } from './store-writer.ts';

describe('credential folder', () => {
  let folder: ReturnType<typeof tempFolder>;
  let path: string;
  beforeEach(() => {
    folder = tempFolder();
    path = join(folder.path, 'credentials');
  });
  afterEach(() => folder.remove());

  const fileOf = (name: string) => join(path, `${name}.pcs`);

  /** Writes a temporary file and renames it, as an import does. */
  function store(name: string, pairs: readonly [string, string][], kinds: number = Kind.pairs) {
    const key = ensureFolderKey(path);
    const prints = new Fingerprinter(key);
    const found = pairs.map(([username, password]) => {
      assert.ok(username === '' ? prints.password(password) : prints.pair(username, password));
      return [prints.high, prints.low] as const;
    });
    const writer = new StoreWriter(join(path, 'draft'), found.length);
    for (const [high, low] of found.sort((a, b) => a[0] - b[0])) writer.add(high, low);
    writer.finish(kinds, keyIdOf(key));
    writer.close();
    renameSync(join(path, 'draft'), fileOf(name));
  }

  it('has the built-in list before anything is imported, and creates no file', async () => {
    const stores = await openCredentialStores(path);
    assert.equal(stores.store.hasPair('admin', 'admin'), true);
    assert.equal(stores.store.hasPair('ada', 'lovelace'), false);
    assert.deepEqual([stores.opened, stores.problems], [[], []]);
    assert.ok(!existsSync(path));
  });

  for (const memoryBytes of [undefined, 0, 5000]) {
    it(`combines files with ${memoryBytes ?? 'the default'} bytes of memory`, async () => {
      store('a', [['ada', 'lovelace']]);
      store('b', [['bob', 'builder']]);
      store('c', [['', 'opensesame']], Kind.passwords);
      const options = memoryBytes === undefined ? {} : { memoryBytes };
      const stores = await openCredentialStores(path, options);
      assert.equal(stores.store.hasPair('Ada ', 'lovelace'), true);
      assert.equal(stores.store.hasPair('bob', 'builder'), true);
      assert.equal(stores.store.hasPair('ada', 'builder'), false);
      assert.equal(stores.store.hasPair('ada', 'opensesame'), false);
      assert.equal(stores.store.hasPassword('opensesame'), true);
      assert.equal(stores.store.hasPassword('lovelace'), false);
      const inMemory = stores.opened.filter((opened) => opened.inMemory).length;
      assert.equal(inMemory, memoryBytes === undefined ? 3 : memoryBytes === 0 ? 0 : 1);
      stores.close();
      assert.equal(stores.store.hasPair('ada', 'lovelace'), false);
      assert.equal(stores.store.hasPair('admin', 'admin'), true);
    });
  }

  it('picks up added, changed and removed files without replacing the store object', async () => {
    const stores = await openCredentialStores(path);
    const { store: held } = stores;
    store('a', [['ada', 'lovelace']]);
    assert.equal(held.hasPair('ada', 'lovelace'), false);
    await stores.refresh();
    assert.equal(held.hasPair('ada', 'lovelace'), true);
    store('a', [['ada', 'changed']]);
    await Promise.all([stores.refresh(), stores.refresh()]);
    assert.equal(held.hasPair('ada', 'lovelace'), false);
    assert.equal(held.hasPair('ada', 'changed'), true);
    rmSync(fileOf('a'));
    await stores.refresh();
    assert.equal(held.hasPair('ada', 'changed'), false);
    assert.deepEqual(stores.opened, []);
  });

  it('picks up changes during a refresh, and opens nothing after it is closed', async () => {
    store('a', [['ada', 'lovelace']]);
    const stores = await openCredentialStores(path, { memoryBytes: 0 });
    const first = stores.refresh();
    store('b', [['bob', 'builder']]);
    await Promise.all([first, stores.refresh()]);
    assert.equal(stores.store.hasPair('bob', 'builder'), true);
    store('c', [['cy', 'clops']]);
    const last = stores.refresh();
    stores.close();
    await last;
    assert.deepEqual(stores.opened, []);
    assert.equal(stores.store.hasPair('bob', 'builder'), false);
  });

  it('keeps a good file in use when a damaged one replaces it, and reports the problem', async () => {
    store('a', [['ada', 'lovelace']]);
    const stores = await openCredentialStores(path);
    writeFileSync(`${fileOf('a')}.new`, readFileSync(fileOf('a')).subarray(0, 4100));
    renameSync(`${fileOf('a')}.new`, fileOf('a'));
    await stores.refresh();
    assert.equal(stores.store.hasPair('ada', 'lovelace'), true);
    assert.match(stores.problems[0]?.problem ?? '', /truncated/);
    store('a', [['ada', 'again']]);
    await stores.refresh();
    assert.deepEqual(stores.problems, []);
    assert.equal(stores.store.hasPair('ada', 'again'), true);
  });

  it('refuses files with another key, and files without their key', async () => {
    store('a', [['ada', 'lovelace']]);
    writeFileSync(join(path, 'key'), Buffer.alloc(32));
    assert.match((await openCredentialStores(path)).problems[0]?.problem ?? '', /another key/);
    rmSync(join(path, 'key'));
    assert.match((await openCredentialStores(path)).problems[0]?.problem ?? '', /key.*missing/);
    writeFileSync(join(path, 'key'), 'short');
    await assert.rejects(openCredentialStores(path), /a key has 32 bytes/);
  });
});
