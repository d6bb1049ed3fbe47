import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { type FileFinding, scanFiles } from './scan-files.ts';

const card = '4111 1111 1111 1111';

describe('scanFiles', () => {
  const folder = mkdtempSync(join(tmpdir(), 'palisade-scan-'));
  after(() => rmSync(folder, { recursive: true }));
  const put = (name: string, content: string | Uint8Array): string => {
    const path = join(folder, name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, content);
    return path;
  };
  const scan = async (paths: readonly string[], rules: readonly string[] = []) => {
    const findings: FileFinding[] = [];
    const problems: string[] = [];
    const totals = await scanFiles({
      paths,
      rules,
      onFinding: (finding) => findings.push(finding),
      onProblem: (file) => problems.push(file),
    });
    return { totals, findings, problems };
  };

  it('scans folders recursively, but no links and no binary files', async () => {
    const text = put('site/a/b.txt', `x\n${card}`);
    put('site/a/image.bin', Buffer.from(`\0${card}`));
    symlinkSync(text, join(folder, 'site/link.txt'));
    symlinkSync(folder, join(folder, 'site/loop'));
    const { totals, findings } = await scan([join(folder, 'site')]);
    assert.deepEqual(
      findings.map(({ file, rule, line, column, excerpt }) => [file, rule, line, column, excerpt]),
      [[text, 'payment-card-number', 2, 1, '41******11']],
    );
    assert.deepEqual({ files: totals.files, binary: totals.binary }, { files: 1, binary: 1 });
  });

  it('decodes UTF-16 and the charset that HTML declares', async () => {
    const wide = put('wide.txt', Buffer.from(`\ufeff${card}`, 'utf16le'));
    const html = put('page.html', Buffer.from(`<meta charset=koi8-r>\xf0 ${card}`, 'latin1'));
    assert.equal((await scan([wide, html])).findings.length, 2);
  });

  it('finds each value of a large file once, with its position', async () => {
    const filler = 'nothing to be seen here at all\n';
    const lines = 120_000;
    const content = Array.from({ length: lines }, (_, n) =>
      n % 5_000 === 4_999 ? `${card}\n` : filler,
    );
    const { findings } = await scan([put('large.txt', content.join(''))]);
    const expected = Array.from({ length: lines / 5_000 }, (_, n) => (n + 1) * 5_000);
    assert.deepEqual(
      findings.map(({ line }) => line),
      expected,
    );
    assert.ok(findings.every(({ column }) => column === 1));
    assert.equal(content.join('').indexOf(card), findings[0]?.offset);
  });

  it('finds values wherever windows end', async () => {
    const piece = `${'é'.repeat(999)} ${card} `;
    const { findings } = await scan([put('edges.txt', piece.repeat(2_000))]);
    assert.equal(findings.length, 2_000);
    assert.ok(findings.every(({ offset }, n) => offset === 1000 + n * piece.length));
  });

  it('knows the columns of a table wherever windows end', async () => {
    const rows = 12_000;
    const cells = `<td>${'x'.repeat(90)}</td><td>4155552671</td><td>4111111111111111</td>`;
    const head = '<table><tr><th>Note</th><th>Phone</th><th>Order id</th></tr>\n';
    const html = put('table.html', head + `<tr>${cells}</tr>\n`.repeat(rows));
    const { findings } = await scan([html], ['us-phone-number-unformatted', 'payment-card-number']);
    assert.equal(findings.length, rows);
  });

  it('uses the named rules, and refuses unknown ones', async () => {
    const path = put('one.txt', card);
    assert.equal((await scan([path], ['iban'])).findings.length, 0);
    assert.equal((await scan([path], ['payment-card-number'])).findings.length, 1);
    await assert.rejects(scan([path], ['nonsense']), /there is no rule nonsense/);
  });

  it('reports unreadable files and continues', async () => {
    const { findings, problems } = await scan([join(folder, 'missing'), put('two.txt', card)]);
    assert.deepEqual(problems, [join(folder, 'missing')]);
    assert.equal(findings.length, 1);
  });

  it('does not put matched values into findings', async () => {
    const { findings } = await scan([put('three.txt', card)]);
    assert.ok(!JSON.stringify(findings).includes('1111'));
  });
});
