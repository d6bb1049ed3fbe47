import { execFile } from 'node:child_process';
import type { FailureReason } from './failure-reason.ts';

/** Node has no sockets for ICMP, so a program of the system sends the echo request. */
const PROGRAM = 'ping';
const MOST_BYTES = 16 * 1024;

/** Sends one echo request, and returns what came of it. */
export type Ping = (address: string, signal: AbortSignal) => Promise<FailureReason>;

/** `address` is an IP address. The program ends with `signal`, so its own time limit is longer than any attempt. */
export function pingWith(program: string = PROGRAM): Ping {
  return async (address, signal) => {
    const { promise, resolve } = Promise.withResolvers<FailureReason>();
    const args = ['-n', '-c', '1', '-W', '120', address];
    const options = {
      signal,
      maxBuffer: MOST_BYTES,
      env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' },
    };
    execFile(program, args, options, (error, stdout, stderr) =>
      resolve(error ? reasonOf(error.code, `${stdout}\n${stderr}`) : 'No failures'),
    );
    return await promise;
  };
}

const UNAVAILABLE =
  'ICMP unavailable: install the program ping, and allow it to send echo requests';

/** Texts of the common implementations; the first match is used. */
const reasonsByText: readonly (readonly [RegExp, FailureReason])[] = [
  [/permission|not permitted|privilege|prohibited by/i, UNAVAILABLE],
  [/address family/i, 'Network Unreachable'],
  [/network is unreachable|net unreachable/i, 'Network Unreachable'],
  [/unreachable/i, 'No route to host error'],
  [/packet loss|0 received/i, 'ICMP timeout occurred'],
];

function reasonOf(code: unknown, output: string): FailureReason {
  // The program is missing, or must not be executed.
  if (typeof code === 'string') return UNAVAILABLE;
  return reasonsByText.find(([pattern]) => pattern.test(output))?.[1] ?? 'Other Failure';
}
