import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { scanProgress } from './scan-progress.ts';

const main = join(import.meta.dirname, 'main.ts');

function palisade(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, 'scan', ...args], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

describe('palisade scan', () => {
  const folder = mkdtempSync(join(tmpdir(), 'palisade-scan-command-'));
  after(() => rmSync(folder, { recursive: true }));
  const leak = join(folder, 'leak.txt');
  const clean = join(folder, 'clean.txt');
  writeFileSync(leak, 'x\n card 4111 1111 1111 1111\n');
  writeFileSync(clean, 'card 4111 1111 1111 1112\n');

  it('prints place, rule and masked excerpt, and exits with 1', () => {
    const { status, stdout, stderr } = palisade(folder);
    assert.equal(stdout, `${leak}:2:7  payment-card-number  41******11\n`);
    assert.match(stderr, /^1 findings in 2 files/);
    assert.equal(status, 1);
  });

  it('prints JSON lines', () => {
    const { stdout, stderr } = palisade('--json', leak);
    assert.deepEqual(JSON.parse(stdout), {
      file: leak,
      rule: 'payment-card-number',
      description: 'Payment card number',
      offset: 8,
      line: 2,
      column: 7,
      excerpt: '41******11',
    });
    assert.equal(stderr, '');
  });

  it('exits with 0 when there is nothing, and with 2 when it could not look', () => {
    assert.equal(palisade(clean).status, 0);
    assert.equal(palisade(leak, '--rule', 'iban').status, 0);
    assert.equal(palisade(join(folder, 'missing')).status, 2);
  });

  it('takes a path behind a rule (the option took it for another rule), and several rules', () => {
    assert.equal(palisade('--rule', 'payment-card-number', leak).status, 1);
    assert.equal(palisade('--rule', 'iban', '--rule', 'payment-card-number', leak).status, 1);
  });

  it('looks at what is named, or says that it did not (it ended with 0 for links and pipes)', () => {
    const named = mkdtempSync(join(tmpdir(), 'palisade-scan-named-'));
    try {
      const link = join(named, 'link');
      const linked = join(named, 'linked');
      symlinkSync(leak, link);
      symlinkSync(folder, linked);
      assert.match(palisade(link).stdout, /payment-card-number/);
      assert.match(palisade(linked).stdout, /payment-card-number/);
      const { status, stderr } = palisade('/dev/null');
      assert.equal(status, 2);
      assert.match(stderr, /null: it is neither a file nor a folder/);
      assert.equal(palisade(named).status, 0, 'links inside of folders are left out');
    } finally {
      rmSync(named, { recursive: true });
    }
  });

  it('refuses a rule that does not exist', () => {
    const { status, stderr } = palisade(leak, '--rule', 'nonsense');
    assert.match(stderr, /no rule is called nonsense/);
    assert.equal(status, 2);
    assert.equal(palisade(leak, '--nonsense').status, 2);
  });

  it('shows progress on a terminal only', () => {
    const totals = { files: 3, bytes: 2 * 1024 ** 2, binary: 0, findings: 1 };
    const written = (isTTY: boolean): string => {
      let [at, text] = [0, ''];
      const output = { isTTY, columns: 40, write: (part: string) => (text += part) };
      const progress = scanProgress(output, () => (at += 150));
      for (const file of ['a', 'b', 'c']) progress.show(totals, file);
      progress.clear();
      return text;
    };
    assert.match(written(true), /3 files {2}2 MiB {2}1 findings {2}[abc]/);
    assert.equal(written(false), '');
  });
});
