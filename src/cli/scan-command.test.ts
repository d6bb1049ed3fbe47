import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { openCommandLine } from '../../test/support/palisade-command.ts';
import { scanProgress } from './scan-progress.ts';

const commandLine = openCommandLine();
after(() => commandLine.close());
const palisade = (...args: string[]) => commandLine.run(['scan', ...args]);

describe('palisade scan', () => {
  const folder = mkdtempSync(join(tmpdir(), 'palisade-scan-command-'));
  after(() => rmSync(folder, { recursive: true }));
  const leak = join(folder, 'leak.txt');
  const clean = join(folder, 'clean.txt');
  writeFileSync(leak, 'x\n card 4111 1111 1111 1111\n');
  writeFileSync(clean, 'card 4111 1111 1111 1112\n');

  it('prints position, rule and masked excerpt, and exits with 1', async () => {
    const { code, stdout, stderr } = await palisade(folder);
    assert.equal(stdout, `${leak}:2:7  payment-card-number  41******11\n`);
    assert.match(stderr, /^1 findings in 2 files/);
    assert.equal(code, 1);
  });

  it('prints JSON lines', async () => {
    const { stdout, stderr } = await palisade('--json', leak);
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

  it('exits with 0 if nothing is found, and with 2 if something could not be read', async () => {
    assert.equal((await palisade(clean)).code, 0);
    assert.equal((await palisade(leak, '--rule', 'iban')).code, 0);
    assert.equal((await palisade(join(folder, 'missing'))).code, 2);
  });

  it('accepts a path after --rule (the option took it for another rule), and several rules', async () => {
    assert.equal((await palisade('--rule', 'payment-card-number', leak)).code, 1);
    assert.equal((await palisade('--rule', 'iban', '--rule', 'payment-card-number', leak)).code, 1);
  });

  it('scans named paths, or reports that it cannot (it exited with 0 for links and pipes)', async () => {
    const named = mkdtempSync(join(tmpdir(), 'palisade-scan-named-'));
    try {
      const link = join(named, 'link');
      const linked = join(named, 'linked');
      symlinkSync(leak, link);
      symlinkSync(folder, linked);
      assert.match((await palisade(link)).stdout, /payment-card-number/);
      assert.match((await palisade(linked)).stdout, /payment-card-number/);
      const { code, stderr } = await palisade('/dev/null');
      assert.equal(code, 2);
      assert.match(stderr, /null: it is neither a file nor a folder/);
      assert.equal((await palisade(named)).code, 0, 'links in folders are skipped');
    } finally {
      rmSync(named, { recursive: true });
    }
  });

  it('refuses a rule that does not exist', async () => {
    const { code, stderr } = await palisade(leak, '--rule', 'nonsense');
    assert.match(stderr, /there is no rule nonsense/);
    assert.equal(code, 2);
    assert.equal((await palisade(leak, '--nonsense')).code, 2);
  });

  it('shows progress on a terminal only', async () => {
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
