import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { NodeSignals } from './node-signals.ts';

/**
 * The role of the first primary after it was replaced. Service managers, containers and terminals know its process id,
 * so it stays alive, forwards signals to the current primary, and ends with it. The lifeline closes when the current
 * primary ends. Returns the exit code; 1 if the last primary sent none.
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
    // The current primary has just ended, so this process ends as well.
  }
}
