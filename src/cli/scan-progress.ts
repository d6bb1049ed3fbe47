import type { ScanTotals } from '../tools/scan/scan-files.ts';

/** Milliseconds between two looks. */
const PAUSE = 200;

interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Shows on a terminal how far a scan is; elsewhere the findings and the last line say enough. */
export function scanProgress(output: Output, now: () => number = () => performance.now()) {
  let shownAt = now();
  let isShown = false;
  return {
    show(totals: Readonly<ScanTotals>, file: string): void {
      if (!output.isTTY || now() - shownAt < PAUSE) return;
      shownAt = now();
      const text = `${totals.files} files  ${(totals.bytes / 1024 ** 2).toFixed(0)} MiB  ${totals.findings} findings  ${file}`;
      output.write(`\r\x1b[K${text.slice(0, (output.columns || 80) - 1)}`);
      isShown = true;
    },
    clear(): void {
      if (isShown) output.write('\r\x1b[K');
      isShown = false;
    },
  };
}
