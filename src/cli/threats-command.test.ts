import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openCommandLine } from '../../test/support/palisade-command.ts';
import { tempFolder } from '../../test/support/temp-folder.ts';

describe('palisade threats', () => {
  let home: ReturnType<typeof tempFolder>;
  before(() => {
    home = tempFolder();
  });
  after(() => home.remove());

  const commandLine = openCommandLine();
  after(() => commandLine.close());
  const palisade = (args: readonly string[], input = '') =>
    commandLine.run(['threats', ...args], {
      env: { PALISADE_DATA_DIR: join(home.path, 'data') },
      input,
    });

  it('imports, lists and removes', async () => {
    const list = join(home.path, 'my list.txt');
    writeFileSync(list, '# bad\nbad.example\nno no\nBAD.example\nhttp://x.example/a\n');
    const imported = await palisade(['import', list, '--category', 'phishing']);
    assert.equal(imported.stderr, '');
    assert.equal(
      imported.stdout,
      'Read 5 lines (domains). my-list has 2 entries: 2 new, 0 changed, 0 as before. 0 earlier ones are gone.\n' +
        'Skipped: 1 empty or comments; 1 repeated; 1 without a domain or URL in this format, in line 3.\n',
    );
    const other = ['import', '-', '--name', 'other', '--format', 'json', '--json'];
    const { entries, lines, bad_lines } = JSON.parse(
      (await palisade(other, '["a.example"]')).stdout,
    );
    assert.deepEqual([entries, lines, bad_lines], [1, 1, []]);
    assert.match((await palisade(['list'])).stdout, /\nmy-list +2 +domains .*\nother +1 +json /);
    assert.equal((await palisade(['remove', 'other'])).stdout, 'Removed other.\n');
    const [feed, ...others] = JSON.parse((await palisade(['list', '--json'])).stdout);
    assert.deepEqual([feed.name, feed.source, others], ['my-list', list, []]);
    const missing = await palisade(['remove', 'other']);
    assert.equal(missing.code, 1);
    assert.match(missing.stderr, /^palisade: there is no feed other; .*\n$/);
  });

  it('reports what an import has changed', async () => {
    const put = (list: string, ...flags: string[]) =>
      palisade(['import', '-', '--name', 'again', ...flags], list);
    await put('a.example\nb.example\nc.example\n', '--category', 'phishing');
    const { stdout } = await put(
      '[{"domain":"b.example","category":"phishing"},{"domain":"c.example","category":"malware"},\n"d.example"]',
    );
    assert.equal(
      stdout,
      'Read 2 lines (json). again has 3 entries: 1 new, 1 changed, 1 as before. 1 earlier ones are gone.\n',
    );
    const report = JSON.parse(
      (await put('127.0.0.1 localhost\n0.0.0.0 d.example', '--json')).stdout,
    );
    const { added, changed, removed, repeated, empty, local, unreadable } = report;
    assert.deepEqual(
      { added, changed, removed, repeated, empty, local, unreadable },
      { added: 0, changed: 0, removed: 2, repeated: 0, empty: 0, local: 1, unreadable: 0 },
    );
  });

  const mistakes: readonly [string, string[], RegExp][] = [
    ['a bad name', ['import', '-', '--name', '../x'], /a name has 1 to 64/],
    ['an unknown format', ['import', '-', '--format', 'csv'], /Allowed choices are auto, domains/],
    ['an unknown category', ['import', '-', '--category', 'odd'], /no category "odd", only "Sec/],
  ];
  for (const [what, args, message] of mistakes) {
    it(`ends with 1 and names ${what}`, async () => {
      const { code, stdout, stderr } = await palisade(args);
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, message);
      assert.doesNotMatch(stderr, /\n\s+at /);
    });
  }
});
