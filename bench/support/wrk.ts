import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { tempFolder } from '../../test/support/temp-folder.ts';

/** The load generator: one thread, so that it leaves the other core to the server. */
export interface Load {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly seconds: number;
  /** The core to pin it to; left out: any. */
  readonly core?: number;
  /** Uses only idle processor time. */
  readonly isIdle?: boolean;
  /** A Lua script that determines requests and pauses. Without it all connections request the URL as fast as they can. */
  readonly script?: string;
  /** Whether to return all response times, not only percentiles. */
  readonly withTimes?: boolean;
}

export interface LoadResult {
  /** Requests that got a response, and per second. */
  readonly requests: number;
  readonly rate: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** The slowest of all. */
  readonly maxMs: number;
  /** Responses other than 2xx, and requests without a response. */
  readonly failures: number;
  /** A histogram of response times in microseconds, with `withTimes`. */
  readonly times: ReadonlyMap<number, number>;
}

export const measureLoad = (load: Load): number => runLoad(load).rate;

/** Runs a load; any response other than 2xx fails the run. */
export function runLoad(load: Load): LoadResult {
  using command = commandOf(load);
  const output = execFileSync(command.program, command.args, { encoding: 'utf8' });
  const result = resultOf(output);
  if (result.failures > 0) throw new Error(`the load saw failures:\n${output}`);
  return result;
}

/** Runs a load asynchronously and counts failures. */
export async function startLoad(load: Load): Promise<LoadResult> {
  using command = commandOf(load);
  const { stdout } = await promisify(execFile)(command.program, command.args);
  return resultOf(stdout);
}

/** Prints the histogram of response times. */
const PRINT_TIMES = `
function done(summary, latency, requests)
  for n = 1, #latency do
    local micros, count = latency(n)
    print('took ' .. micros .. ' ' .. count)
  end
end`;

function commandOf(load: Load) {
  const { url, headers = {}, connections, seconds, core, isIdle = false } = load;
  const { script = '', withTimes = false } = load;
  const folder = tempFolder();
  const args = ['wrk', '-t1', `-c${connections}`, `-d${seconds}s`, '--latency'];
  for (const [name, value] of Object.entries(headers)) args.push('-H', `${name}: ${value}`);
  if (script || withTimes) {
    const file = join(folder.path, 'script.lua');
    writeFileSync(file, withTimes ? `${script}\n${PRINT_TIMES}` : script);
    args.push('-s', file);
  }
  if (isIdle) args.unshift('chrt', '--idle', '0');
  if (core !== undefined) args.unshift('taskset', '-c', String(core));
  const [program = '', ...rest] = [...args, url];
  return { program, args: rest, [Symbol.dispose]: () => folder.remove() };
}

function resultOf(output: string): LoadResult {
  const number = (pattern: RegExp) => Number(pattern.exec(output)?.[1] ?? 0);
  const [, middle = '0', middleUnit] = /50%\s+([\d.]+)(us|ms|s)/.exec(output) ?? [];
  const [, late, unit] = /99%\s+([\d.]+)(us|ms|s)/.exec(output) ?? [];
  const rate = number(/Requests\/sec:\s+([\d.]+)/);
  if (rate === 0 || late === undefined) throw new Error(`no figures of wrk:\n${output}`);
  const [, most = '0', mostUnit] = /Latency\s+\S+\s+\S+\s+([\d.]+)(us|ms|s)/.exec(output) ?? [];
  const [, errors = ''] = /Socket errors: (.+)/.exec(output) ?? [];
  const lost = [...errors.matchAll(/\d+/g)].reduce((sum, [count]) => sum + Number(count), 0);
  return {
    requests: number(/(\d+) requests in/),
    rate,
    p50Ms: inMs(middle, middleUnit),
    p99Ms: inMs(late, unit),
    maxMs: inMs(most, mostUnit),
    failures: lost + number(/Non-2xx or 3xx responses: (\d+)/),
    times: new Map(
      [...output.matchAll(/^took (\d+) (\d+)$/gm)].map(([, micros, count]) => [
        Number(micros),
        Number(count),
      ]),
    ),
  };
}

function inMs(number: string, unit = 'ms'): number {
  return Number(number) * ({ us: 0.001, ms: 1, s: 1_000 }[unit] ?? 1);
}

/** Peers and tools of the benchmarks come from Debian's packages. */
export function ensureDebianPackage(command: string, name = command): void {
  if (spawnSync('which', [command]).status !== 0) installDebianPackage(name);
}

/** The same for a package that is known by a file. */
export function ensureDebianFile(file: string, name: string): void {
  if (!existsSync(file)) installDebianPackage(name);
}

function installDebianPackage(name: string): void {
  process.stdout.write(`installing the Debian package ${name}\n`);
  execFileSync('apt-get', ['install', '-y', '-qq', name], { stdio: 'ignore' });
}
