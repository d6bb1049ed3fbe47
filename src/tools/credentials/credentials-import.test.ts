import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { createWriteStream, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import { openCredentialStores } from '../../detectors/credentials/credential-folder.ts';
import { type ImportOptions, type ImportReport, importCredentials } from './credentials-import.ts';
import type { ChildOptions } from './fixtures/import-child.ts';

const CHILD = fileURLToPath(new URL('./fixtures/import-child.ts', import.meta.url));

describe('import of credentials', () => {
  let home: ReturnType<typeof tempFolder>;
  let folder: string;
  beforeEach(() => {
    home = tempFolder();
    folder = join(home.path, 'credentials');
  });
  afterEach(() => home.remove());

  function list(name: string, content: string | Buffer): string {
    const path = join(home.path, name);
    writeFileSync(path, content);
    return path;
  }

  const run = (files: string[], more: Partial<ImportOptions> = {}) =>
    importCredentials({ folder, name: 'x', files, ...more });

  function runChild(options: ChildOptions): (ImportReport & { peakBytes: number }) | undefined {
    const { stdout, stderr } = spawnSync(process.execPath, [CHILD, JSON.stringify(options)], {
      encoding: 'utf8',
    });
    assert.equal(stderr, '');
    return stdout === '' ? undefined : JSON.parse(stdout);
  }

  const SHA1 = hash('sha1', 'opensesame').toUpperCase();
  const formats: readonly [string, string | Buffer, number, number][] = [
    ['pairs', 'ada:lovelace\nbob:builder\nADA:lovelace\nbad\n', 2, 1],
    ['pairs with a byte order mark and CRLF', '\ufeffada;lovelace\r\n\r\nbob\tbuilder', 2, 0],
    ['passwords', 'opensesame\nopen sesame\nopensesame\n', 2, 0],
    ['hashes', `${SHA1}:5\n${'0'.repeat(40)}:1\n`, 2, 0],
    ['compressed pairs', gzipSync('ada:lovelace\nbob:builder\n'), 2, 0],
    [
      'pairs in two gzip members',
      Buffer.concat([gzipSync('ada:lovelace\nbob:'), gzipSync('builder\n')]),
      2,
      0,
    ],
  ];
  for (const [what, content, entries, malformed] of formats) {
    it(`takes ${what}`, async () => {
      const report = await run([list('list', content)]);
      assert.deepEqual([report.entries, report.malformed], [entries, malformed]);
      const stores = await openCredentialStores(folder);
      const isPairs = report.formats[0] === 'pairs';
      assert.equal(stores.store.hasPair('Ada', 'lovelace'), isPairs);
      assert.equal(stores.store.hasPair('bob', 'builder'), isPairs);
      assert.equal(stores.store.hasPassword('opensesame'), !isPairs);
      stores.close();
      assert.deepEqual(readdirSync(folder).sort(), ['key', 'x.pcs']);
    });
  }

  it('accepts lists of several formats at once', async () => {
    const files = [list('a', 'ada:lovelace\n'), list('b', 'opensesame\n')];
    assert.deepEqual((await run(files)).formats, ['pairs', 'passwords']);
    const { store } = await openCredentialStores(folder);
    assert.ok(store.hasPair('ada', 'lovelace') && store.hasPassword('opensesame'));
    assert.ok(!store.hasPassword('lovelace'));
  });

  it('finds exactly the imported credentials', async () => {
    const word = () => Math.random().toString(36).slice(2, 5);
    const pairs = Array.from({ length: 20_000 }, () => [word(), word()] as const);
    await run([list('a', pairs.map((pair) => pair.join(':')).join('\n'))], { runEntries: 3_000 });
    const known = new Set(pairs.map(String));
    const { store } = await openCredentialStores(folder);
    for (const [username, password] of pairs) assert.ok(store.hasPair(username, password));
    for (let count = 0; count < 50_000; count++) {
      const pair = [word(), word()] as const;
      assert.equal(store.hasPair(...pair), known.has(String(pair)));
    }
  });

  it('leaves no readable credential on disk, neither when it ends nor when it is killed', async () => {
    const secret = 'hunter2-is-my-secret';
    const lines = Array.from({ length: 3_000 }, (_, index) => `user${index}:${secret}${index}`);
    const files = [list('a', lines.join('\n'))];
    assert.equal(
      runChild({
        folder,
        name: 'x',
        files,
        runEntries: 1_000,
        dieAt: { phase: 'merging', runs: 1 },
      }),
      undefined,
    );
    const left = readdirSync(folder, { recursive: true, withFileTypes: true });
    assert.ok(left.filter((entry) => entry.isFile()).length >= 5);
    await run(files, { name: 'y' });
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const content = readFileSync(join(entry.parentPath, entry.name), 'latin1');
      assert.ok(!content.includes('hunter2') && !content.includes('user1'), entry.name);
    }
  });

  it('produces the same file, byte for byte, when it was killed and continued', async () => {
    const lines = (from: number) =>
      Array.from(
        { length: 30_000 },
        (_, index) => `user${(from + index) % 38_000}:secret${index % 14_000}`,
      );
    const files = [
      list('a.txt', lines(0).join('\n')),
      list('b.txt.gz', gzipSync(lines(18_000).join('\r\n'))),
    ];
    const options = { folder, files, runEntries: 4_000 };
    await importCredentials({ ...options, name: 'whole' });
    const deaths: readonly NonNullable<ChildOptions['dieAt']>[] = [
      { phase: 'reading', runs: 0 },
      { phase: 'reading', runs: 3 },
      { phase: 'reading', runs: 9 },
      { phase: 'merging', runs: 0 },
    ];
    for (const dieAt of deaths) {
      assert.equal(runChild({ ...options, name: 'cut', dieAt }), undefined, 'it died');
      assert.ok(!existsSync(join(folder, 'cut.pcs')));
    }
    const report = await importCredentials({ ...options, name: 'cut' });
    assert.deepEqual([report.isContinued, report.lines], [true, 60_000]);
    const [whole, cut] = ['whole', 'cut'].map((name) => readFileSync(join(folder, `${name}.pcs`)));
    assert.ok(whole && cut?.equals(whole));
    assert.deepEqual(readdirSync(folder).sort(), ['cut.pcs', 'key', 'whole.pcs']);
  });

  it('does not continue with another list, unless it is restarted', async () => {
    const lines = Array.from({ length: 5_000 }, (_, index) => `user${index}:secret`).join('\n');
    const first = { folder, name: 'x', files: [list('a', lines)], runEntries: 1_000 };
    runChild({ ...first, dieAt: { phase: 'merging', runs: 0 } });
    const other = [list('b', 'ada:lovelace\n')];
    await assert.rejects(run(other, { runEntries: 1_000 }), /interrupted.*--restart/);
    await assert.rejects(importCredentials({ ...first, format: 'passwords' }), /interrupted/);
    const report = await run(other, { runEntries: 1_000, restart: true });
    assert.deepEqual([report.entries, report.isContinued], [1, false]);
  });

  const refusals: readonly [string, string | Buffer, Partial<ImportOptions>, RegExp][] = [
    ['an empty list', '', {}, /is empty/],
    [
      'a list without a good line',
      'ada\nbob\n',
      { format: 'pairs' },
      /no line has the expected format/,
    ],
    ['a damaged archive', gzipSync('a:b\n'.repeat(99)).subarray(0, 25), {}, /cannot read .*list/],
  ];
  for (const [what, content, more, message] of refusals) {
    it(`refuses ${what}`, async () => {
      await assert.rejects(run([list('list', content)], more), message);
      assert.ok(!existsSync(join(folder, 'x.pcs')));
    });
  }

  it('refuses a missing list, a name that is taken and a second import of a name', async () => {
    await assert.rejects(run(['/does/not/exist']), /cannot read \/does\/not\/exist/);
    const files = [list('a', 'ada:lovelace\n')];
    await run(files);
    await assert.rejects(run(files), /there is a store x already/);
    await run([list('b', 'bob:builder\n')], { replace: true });
    assert.equal((await openCredentialStores(folder)).store.hasPair('ada', 'lovelace'), false);
    const both = await Promise.allSettled([run(files, { name: 'y' }), run(files, { name: 'y' })]);
    assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  });

  it('needs no more memory for a million lines than for a few', async () => {
    const path = join(home.path, 'long');
    const out = createWriteStream(path);
    for (let part = 0; part < 100; part++) {
      const lines = Array.from(
        { length: 10_000 },
        (_, index) => `user${index}@${part}.test:pw${index}`,
      );
      out.write(`${lines.join('\n')}\n`);
    }
    out.end();
    await finished(out);
    const common = { folder, runEntries: 50_000 };
    const few = runChild({ ...common, name: 'few', files: [list('short', 'ada:lovelace\n')] });
    const many = runChild({ ...common, name: 'many', files: [path] });
    assert.ok(few && many);
    // Hashes are short: one or two logins of a million may share one.
    assert.ok(many.entries > 999_990 && many.entries <= 1_000_000, `${many.entries} entries`);
    const more = (many.peakBytes - few.peakBytes) / 1024 ** 2;
    assert.ok(more < 100, `${more.toFixed(0)} MiB more`);
  });
});
