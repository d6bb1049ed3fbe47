import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const probe = new URL('../fixtures/pauses.ts', import.meta.url).href;

/** Variables for processes whose pauses are measured; files are written to a folder. */
export function pauseSettings(folder: string) {
  return { NODE_OPTIONS: `--import=${probe}`, BENCH_PAUSES: join(folder, 'pauses') };
}

/** The longest times in milliseconds in which a process did nothing else, since the last time it was asked. */
export interface Pauses {
  readonly byClock: number;
  /** Without the time in which the process had no core, because others ran on it. */
  readonly own: number;
}

export async function longestPauses(folder: string, pid: number): Promise<Pauses> {
  const file = join(folder, `pauses.${pid}`);
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  while (!existsSync(file)) await wait(10);
  return JSON.parse(readFileSync(file, 'utf8'));
}
