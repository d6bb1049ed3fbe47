import type { ScanTotals } from '../tools/scan/scan-files.ts';
import { statusLine } from './status-line.ts';

/** Shows the progress of a scan on a terminal. */
export function scanProgress(...args: Parameters<typeof statusLine>) {
  const { show, clear } = statusLine(...args);
  return {
    show({ files, bytes, findings }: Readonly<ScanTotals>, file: string): void {
      const size = (bytes / 1024 ** 2).toFixed(0);
      show(`${files} files  ${size} MiB  ${findings} findings  ${file}`);
    },
    clear,
  };
}
