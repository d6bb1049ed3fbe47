import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ImportProgress } from '../tools/credentials/credentials-import.ts';
import { importProgress } from './import-progress.ts';

function recorder(isTTY: boolean) {
  const written: string[] = [];
  let time = 0;
  const output = { isTTY, columns: 120, write: (text: string) => written.push(text) };
  const progress = importProgress(output, () => time);
  const show = (at: number, more: Partial<ImportProgress>) => {
    time = at;
    progress.show({ phase: 'reading', share: 0, bytes: 0, lines: 0, runs: 0, ...more });
  };
  return { written, show, end: progress.end };
}

describe('progress of an import', () => {
  it('is a bar with rate and time left on a terminal, wiped at the end', () => {
    const { written, show, end } = recorder(true);
    show(0, { share: 0.5, lines: 1_000_000 });
    show(100, { share: 0.51 });
    show(2_000, { share: 0.75, bytes: 3 * 1024 ** 2, lines: 2_000_000 });
    end();
    assert.deepEqual(written, [
      '\r\x1b[Kreading  [############....] 75 %  3 MiB  2,000,000 lines  500,000 lines/s  2 s left',
      '\r\x1b[K',
    ]);
  });

  it('is a line from time to time elsewhere', () => {
    const { written, show, end } = recorder(false);
    show(0, {});
    show(9_000, { share: 0.1 });
    show(11_000, { share: 0.2, lines: 11_000 });
    show(12_000, { share: 0.3 });
    show(22_000, { phase: 'merging', share: 0.4 });
    end();
    assert.deepEqual(written, [
      'reading  [###.............] 20 %  0 MiB  11,000 lines  1,000 lines/s  44 s left\n',
      'merging  [######..........] 40 %\n',
    ]);
  });

  it('shows no remaining time if the total is not known', () => {
    const { written, show } = recorder(false);
    show(0, { share: undefined });
    show(10_000, { share: undefined, lines: 50, bytes: 1024 ** 2 });
    assert.deepEqual(written, ['reading  1 MiB  50 lines  5 lines/s\n']);
  });
});
