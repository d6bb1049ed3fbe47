import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const probe = new URL('../fixtures/pauses.ts', import.meta.url).href;

/** Variables for processes whose pauses are measured; files are written to a folder. */
export function pauseSettings(folder: string) {
  return { NODE_OPTIONS: `--import=${probe}`, BENCH_PAUSES: join(folder, 'pauses') };
}

/** The longest time in milliseconds in which a process did nothing else, since the last time it was asked. */
export async function longestPause(folder: string, pid: number): Promise<number> {
  const file = join(folder, `pauses.${pid}`);
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  while (!existsSync(file)) await wait(10);
  return Number(readFileSync(file, 'utf8'));
}
