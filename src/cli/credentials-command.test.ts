import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { tempFolder } from '../../test/support/temp-folder.ts';

const BINARY = fileURLToPath(new URL('../../bin/palisade.js', import.meta.url));

describe('palisade credentials', { timeout: 60_000 }, () => {
  let home: ReturnType<typeof tempFolder>;
  let data: string;
  beforeEach(() => {
    home = tempFolder();
    data = join(home.path, 'data');
  });
  afterEach(() => home.remove());

  function palisade(args: readonly string[], input = '') {
    const env = { PATH: process.env['PATH'] ?? '', PALISADE_DATA_DIR: data };
    const all = [BINARY, 'credentials', ...args];
    const { status, stdout, stderr } = spawnSync(process.execPath, all, {
      env,
      input,
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  }

  it('imports, lists, checks and removes', () => {
    const file = join(home.path, 'old leak.txt');
    writeFileSync(file, 'Ada@Example.com:hunter2secret\nnonsense-line\nbob:builder\n');
    const imported = palisade(['import', file]);
    assert.equal(imported.stderr, '');
    assert.match(imported.stdout, /3 lines \(pairs\) as old-leak: 2 different entries/);
    assert.match(imported.stdout, /Left out 1 lines/);
    assert.doesNotMatch(imported.stdout, /hunter2|nonsense/);
    assert.match(palisade(['list']).stdout, /\(built in\).*\nold-leak +pairs +2 /);
    const known = palisade(['check'], 'ADA@example.com\nhunter2secret\n');
    assert.deepEqual([known.status, known.stderr], [1, '']);
    assert.match(known.stdout, /^exposed: user name and password/);
    assert.match(palisade(['check'], 'ada\n123456').stdout, /^exposed: the password/);
    const clean = palisade(['check'], 'ada\nno such password\n');
    assert.deepEqual([clean.status, clean.stdout], [0, 'not exposed\n']);
    assert.equal(palisade(['remove', 'old-leak']).status, 0);
    assert.equal(palisade(['check'], 'ada@example.com\nhunter2secret\n').stdout, 'not exposed\n');
  });

  it('imports from its standard input, with a chosen name and format', () => {
    const { stdout } = palisade(['import', '-', '--name', 'x', '--format', 'passwords'], 'a:b\n');
    assert.match(stdout, /1 lines \(passwords\) as x/);
    assert.match(palisade(['check'], 'ada\na:b\n').stdout, /^exposed: the password/);
  });

  it('checks the login in a request as the managed rules read it', () => {
    const file = join(home.path, 'request');
    const head = 'POST /wp-login.php HTTP/1.1\nHost: shop.test\n';
    const type = 'Content-Type: application/x-www-form-urlencoded\n';
    writeFileSync(file, `${head}${type}\nlog=admin&pwd=admin123`);
    const { status, stdout } = palisade(['check', '--request', file]);
    const expected = 'exposed: user name and password were leaked together';
    assert.deepEqual([status, stdout], [1, `exposed-credentials-wordpress: ${expected}\n`]);
    writeFileSync(file, 'GET / HTTP/1.1\nHost: shop.test\n\n');
    assert.match(palisade(['check', '--request', file]).stdout, /^no login/);
    assert.ok(!existsSync(data), 'asking makes nothing');
  });

  const mistakes: readonly [string, string[], string, RegExp, number?][] = [
    ['an unknown store', ['remove', 'x'], '', /there is no store x/],
    ['a name that leads elsewhere', ['remove', '../x'], '', /a name has 1 to 64/],
    ['a bad name', ['import', '-', '--name', '.x'], 'a:b\n', /a name has 1 to 64/],
    ['an unknown format', ['import', '-', '--format', 'csv'], 'a:b\n', /Allowed choices are pairs/],
    ['a missing password', ['check'], 'ada\n', /expected a user name and a password/, 2],
    ['a password as argument', ['check', 'ada', 'hunter2'], '', /too many arguments/, 2],
    // With 1 a script would have taken it for an exposed login.
    ['a missing request', ['check', '--request', '/does/not/exist'], '', /no such file/, 2],
    ['a missing file', ['import', '/does/not/exist'], '', /cannot read \/does\/not\/exist/],
  ];
  for (const [what, args, input, message, code = 1] of mistakes) {
    it(`ends with ${code} and names ${what}`, () => {
      const { status, stdout, stderr } = palisade(args, input);
      assert.deepEqual([status, stdout], [code, '']);
      assert.match(stderr, message);
      assert.doesNotMatch(stderr, /\n\s+at |hunter2/);
    });
  }

  it('says which file is damaged, and goes on listing the others', () => {
    palisade(['import', '-', '--name', 'good'], 'a:b\n');
    writeFileSync(join(data, 'credentials', 'bad.pcs'), 'x');
    const { status, stdout, stderr } = palisade(['list']);
    assert.equal(status, 1);
    assert.match(stdout, /\ngood /);
    assert.match(stderr, /bad\.pcs cannot be used: it is truncated/);
    assert.match(palisade(['check'], 'a\nb\n').stderr, /bad\.pcs cannot be used/);
  });
});
