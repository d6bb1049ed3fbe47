import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { NodeSignals } from './node-signals.ts';

/**
 * What the first primary does after it was replaced. Service managers, containers and terminals know its process
 * id: it stays, passes signals on to the primary of the moment, and ends with it. That one has ended when nobody
 * has the other end of the lifeline any more. Returns the exit code; 1 if the last primary did not name one.
 */
export async function standIn(lifeline: Socket, signals: NodeSignals): Promise<number> {
  let exitCode = 1;
  for await (const line of createInterface(lifeline)) {
    const [word, value] = line.split(' ');
    if (word === 'primary') {
      exitCode = 1;
      signals.forward((signal) => sendSignal(Number(value), signal));
    }
    if (word === 'exit') exitCode = Number(value);
  }
  return exitCode;
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has just ended, and so does this process.
  }
}
