import type { ImportProgress } from '../tools/credentials/credentials-import.ts';
import { progressBar } from './progress-bar.ts';

/** Milliseconds between two updates. A log should not get many lines. */
const ON_TERMINAL = 200;
const IN_LOG = 10_000;

interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Shows the progress of an import: as a bar on a terminal, elsewhere as a line from time to time. */
export function importProgress(output: Output, now: () => number = () => performance.now()) {
  const pause = output.isTTY ? ON_TERMINAL : IN_LOG;
  let shownAt = now();
  let first: (ImportProgress & { at: number }) | undefined;
  let hasBar = false;
  return {
    show(progress: ImportProgress): void {
      const at = now();
      // Rates are measured from the start of the phase in this process, which may continue an earlier import.
      if (first?.phase !== progress.phase) first = { ...progress, at };
      if (at - shownAt < pause) return;
      shownAt = at;
      const text = describe(progress, first, (at - first.at) / 1000);
      output.write(
        output.isTTY ? `\r\x1b[K${text.slice(0, (output.columns || 80) - 1)}` : `${text}\n`,
      );
      hasBar = output.isTTY === true;
    },
    end(): void {
      if (hasBar) output.write('\r\x1b[K');
    },
  };
}

function describe(progress: ImportProgress, first: ImportProgress, seconds: number): string {
  const { phase, share, bytes, lines } = progress;
  const parts: string[] = [phase];
  if (share !== undefined) parts.push(`${progressBar(share)} ${Math.floor(100 * share)} %`);
  if (phase === 'reading') {
    parts.push(`${(bytes / 1024 ** 2).toFixed(0)} MiB`, `${lines.toLocaleString('en')} lines`);
    if (seconds > 0) {
      const rate = Math.round((lines - first.lines) / seconds);
      parts.push(`${rate.toLocaleString('en')} lines/s`);
    }
  }
  const done = share === undefined ? 0 : share - (first.share ?? 0);
  if (share !== undefined && done > 0) parts.push(`${left((seconds / done) * (1 - share))} left`);
  return parts.join('  ');
}

function left(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes >= 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return minutes > 0 ? `${minutes} min` : `${Math.ceil(seconds)} s`;
}
