import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** A fixture that is preloaded into a process and writes a report about it on SIGUSR2. */
export type Probe = 'memory' | 'pauses';

/** Environment variables for measured processes; reports are written to a folder. */
export function probeSettings(probe: Probe, folder: string) {
  const file = new URL(`../fixtures/${probe}.ts`, import.meta.url).href;
  return { NODE_OPTIONS: `--import=${file}`, BENCH_PROBE: join(folder, 'probe') };
}

export async function reportOf<Report>(folder: string, pid: number): Promise<Report> {
  const file = join(folder, `probe.${pid}`);
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  while (!existsSync(file)) await wait(10);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** The longest pauses of an event loop since the last report, in milliseconds. */
export interface Pauses {
  readonly byClock: number;
  /** Without the time in which the process waited for a core. */
  readonly own: number;
}

/** Memory in use after a garbage collection, in bytes. */
export interface Memory {
  readonly used: number;
}
