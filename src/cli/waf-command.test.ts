import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { openCommandLine } from '../../test/support/palisade-command.ts';
import { tempFolder } from '../../test/support/temp-folder.ts';

const commandLine = openCommandLine();
after(() => commandLine.close());
const palisade = (...args: string[]) => commandLine.run(['waf', 'test', ...args]);

describe('palisade waf test', () => {
  const folder = tempFolder();
  after(() => folder.remove());
  const fileWith = (name: string, target: string): string => {
    const path = join(folder.path, name);
    writeFileSync(
      path,
      `GET ${target} HTTP/1.1\r\nHost: shop.test\r\nUser-Agent: test\r\nAccept: */*\r\n\r\n`,
    );
    return path;
  };
  const attack = fileWith('attack.http', '/?id=1%20union%20select%20password%20from%20users');
  const clean = fileWith('clean.http', '/?id=1');

  it('prints the rules, scores and findings of each file, and exits with 1', async () => {
    const { code, stdout, stderr } = await palisade(folder.path);
    assert.match(
      stdout,
      /attack\.http: block\n {2}block {2}managed-sql {2}SQL injection {2}[0-9a-f]{32}\n/,
    );
    assert.match(
      stdout,
      /\n {2}core {3}PL1 \d+.*\(threshold 40\)\n {2}clear {2}sql-union in query "id"/,
    );
    assert.match(stdout, /clean\.http: pass\n$/);
    assert.deepEqual([code, stderr], [1, '']);
  });

  it('prints JSON lines', async () => {
    const { stdout } = await palisade('--json', attack);
    const { file, decision, rules, core, findings } = JSON.parse(stdout);
    assert.deepEqual([file, decision, rules[0].ref], [attack, 'block', 'managed-sql']);
    assert.deepEqual(
      core.map((each: { paranoia_level: number }) => each.paranoia_level),
      [1, 2, 3, 4],
    );
    assert.equal(findings[0].name, 'id');
  });

  it('shows requests that the edge refuses', async () => {
    const { code, stdout } = await palisade(fileWith('path.http', '/a/%2e%2e%2fb'));
    assert.match(stdout, /path\.http: refuse\n/);
    assert.equal(code, 1);
  });

  it('exits with 0 if no rule matches, and with 2 if a file is no request', async () => {
    assert.equal((await palisade(clean)).code, 0);
    const path = join(folder.path, 'no.txt');
    writeFileSync(path, 'no request');
    const { code, stderr } = await palisade(path);
    assert.equal(code, 2);
    assert.match(stderr, /no\.txt: the request file cannot be read: line 1 must be like/);
  });
});
