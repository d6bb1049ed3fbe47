import { execFileSync, spawnSync } from 'node:child_process';

/** The load generator: one thread, so that it leaves the other core to the server. */
export interface Load {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly seconds: number;
  /** The core it is kept on; any when left out. */
  readonly core?: number;
}

export interface LoadResult {
  /** Requests per second that were answered with a 2xx. */
  readonly rate: number;
  readonly p99Ms: number;
}

export const measureLoad = (load: Load): number => runLoad(load).rate;

/** Anything but a 2xx fails the run. */
export function runLoad({ url, headers = {}, connections, seconds, core }: Load): LoadResult {
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency'];
  for (const [name, value] of Object.entries(headers)) args.push('-H', `${name}: ${value}`);
  const command = ['wrk', ...args, url];
  if (core !== undefined) command.unshift('taskset', '-c', String(core));
  const [program = '', ...rest] = command;
  const output = execFileSync(program, rest, { encoding: 'utf8' });
  if (/Non-2xx|Socket errors/.test(output)) throw new Error(`the load saw failures:\n${output}`);
  const rate = /Requests\/sec:\s+([\d.]+)/.exec(output)?.[1];
  const [, late, unit] = /99%\s+([\d.]+)(us|ms|s)/.exec(output) ?? [];
  if (rate === undefined || late === undefined) {
    throw new Error(`no figures in the output of wrk:\n${output}`);
  }
  const toMs = { us: 0.001, ms: 1, s: 1_000 }[unit ?? 'ms'] ?? 1;
  return { rate: Number(rate), p99Ms: Number(late) * toMs };
}

/** Peers and tools of the benchmarks come from Debian's packages. */
export function ensureDebianPackage(command: string, name = command): void {
  if (spawnSync('which', [command]).status === 0) return;
  process.stdout.write(`installing the Debian package ${name}\n`);
  execFileSync('apt-get', ['install', '-y', '-qq', name], { stdio: 'ignore' });
}
