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

/** Requests per second that were answered with a 2xx; anything else fails the run. */
export function measureLoad({ url, headers = {}, connections, seconds, core }: Load): number {
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`];
  for (const [name, value] of Object.entries(headers)) args.push('-H', `${name}: ${value}`);
  const command = ['wrk', ...args, url];
  if (core !== undefined) command.unshift('taskset', '-c', String(core));
  const [program = '', ...rest] = command;
  const output = execFileSync(program, rest, { encoding: 'utf8' });
  if (/Non-2xx|Socket errors/.test(output)) throw new Error(`the load saw failures:\n${output}`);
  const rate = /Requests\/sec:\s+([\d.]+)/.exec(output)?.[1];
  if (rate === undefined) throw new Error(`no rate in the output of wrk:\n${output}`);
  return Number(rate);
}

/** Peers and tools of the benchmarks come from Debian's packages. */
export function ensureDebianPackage(command: string, name = command): void {
  if (spawnSync('which', [command]).status === 0) return;
  process.stdout.write(`installing the Debian package ${name}\n`);
  execFileSync('apt-get', ['install', '-y', '-qq', name], { stdio: 'ignore' });
}
