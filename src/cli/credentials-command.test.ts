import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, beforeEach, describe, it } from 'node:test';
import { openCommandLine } from '../../test/support/palisade-command.ts';
import { tempFolder } from '../../test/support/temp-folder.ts';

describe('palisade credentials', () => {
  let home: ReturnType<typeof tempFolder>;
  let data: string;
  beforeEach(() => {
    home = tempFolder();
    data = join(home.path, 'data');
  });
  afterEach(() => home.remove());

  const commandLine = openCommandLine();
  after(() => commandLine.close());
  const palisade = (args: readonly string[], input = '') =>
    commandLine.run(['credentials', ...args], { env: { PALISADE_DATA_DIR: data }, input });

  it('imports, lists, checks and removes', async () => {
    const file = join(home.path, 'old leak.txt');
    writeFileSync(file, 'Ada@Example.com:hunter2secret\nnonsense-line\nbob:builder\n');
    const imported = await palisade(['import', file]);
    assert.equal(imported.stderr, '');
    assert.match(imported.stdout, /3 lines \(pairs\) as old-leak: 2 different entries/);
    assert.match(imported.stdout, /Skipped 1 lines/);
    assert.doesNotMatch(imported.stdout, /hunter2|nonsense/);
    assert.match((await palisade(['list'])).stdout, /\(built in\).*\nold-leak +pairs +2 /);
    const known = await palisade(['check'], 'ADA@example.com\nhunter2secret\n');
    assert.deepEqual([known.code, known.stderr], [1, '']);
    assert.match(known.stdout, /^exposed: user name and password/);
    assert.match((await palisade(['check'], 'ada\n123456')).stdout, /^exposed: the password/);
    const clean = await palisade(['check'], 'ada\nno such password\n');
    assert.deepEqual([clean.code, clean.stdout], [0, 'not exposed\n']);
    assert.equal((await palisade(['remove', 'old-leak'])).code, 0);
    assert.equal(
      (await palisade(['check'], 'ada@example.com\nhunter2secret\n')).stdout,
      'not exposed\n',
    );
  });

  it('imports from its standard input, with a chosen name and format', async () => {
    const { stdout } = await palisade(
      ['import', '-', '--name', 'x', '--format', 'passwords'],
      'a:b\n',
    );
    assert.match(stdout, /1 lines \(passwords\) as x/);
    assert.match((await palisade(['check'], 'ada\na:b\n')).stdout, /^exposed: the password/);
  });

  it('checks the login in a request as the managed rules read it', async () => {
    const file = join(home.path, 'request');
    const head = 'POST /wp-login.php HTTP/1.1\nHost: shop.test\n';
    const type = 'Content-Type: application/x-www-form-urlencoded\n';
    writeFileSync(file, `${head}${type}\nlog=admin&pwd=admin123`);
    const { code, stdout } = await palisade(['check', '--request', file]);
    const expected = 'exposed: user name and password were leaked together';
    assert.deepEqual([code, stdout], [1, `exposed-credentials-wordpress: ${expected}\n`]);
    writeFileSync(file, 'GET / HTTP/1.1\nHost: shop.test\n\n');
    assert.match((await palisade(['check', '--request', file])).stdout, /^no login/);
    assert.ok(!existsSync(data), 'a check creates nothing');
  });

  const mistakes: readonly [string, string[], string, RegExp, number?][] = [
    ['an unknown store', ['remove', 'x'], '', /there is no store x/],
    ['a name outside the folder', ['remove', '../x'], '', /a name has 1 to 64/],
    ['a bad name', ['import', '-', '--name', '.x'], 'a:b\n', /a name has 1 to 64/],
    ['an unknown format', ['import', '-', '--format', 'csv'], 'a:b\n', /Allowed choices are pairs/],
    ['a missing password', ['check'], 'ada\n', /expected a user name and a password/, 2],
    ['a password as argument', ['check', 'ada', 'hunter2'], '', /too many arguments/, 2],
    // Exit code 1 would mean an exposed login.
    ['a missing request', ['check', '--request', '/does/not/exist'], '', /no such file/, 2],
    ['a missing file', ['import', '/does/not/exist'], '', /cannot read \/does\/not\/exist/],
  ];
  for (const [what, args, input, message, code = 1] of mistakes) {
    it(`ends with ${code} and names ${what}`, async () => {
      const { code, stdout, stderr } = await palisade(args, input);
      assert.deepEqual([code, stdout], [code, '']);
      assert.match(stderr, message);
      assert.doesNotMatch(stderr, /\n\s+at |hunter2/);
    });
  }

  it('names a damaged file and lists the others', async () => {
    await palisade(['import', '-', '--name', 'good'], 'a:b\n');
    writeFileSync(join(data, 'credentials', 'bad.pcs'), 'x');
    const { code, stdout, stderr } = await palisade(['list']);
    assert.equal(code, 1);
    assert.match(stdout, /\ngood /);
    assert.match(stderr, /bad\.pcs cannot be used: it is truncated/);
    assert.match((await palisade(['check'], 'a\nb\n')).stderr, /bad\.pcs cannot be used/);
  });
});
