import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { RuleReport } from '../describe-findings.ts';
import type { ScanBody, ScanUpdate } from './scan-job.ts';
import { ScanMemory } from './scan-memory.ts';
import { ScanReader } from './scan-reader.ts';

export interface ScanThreadData {
  readonly shared: SharedArrayBuffer;
  readonly slots: number;
  /** The first slot to read. */
  readonly first: number;
  /** The thread ends after this time without work. */
  readonly idleMs: number;
}

/** Delay that lets bodies accumulate, because waking up for each of them would take processor time from the traffic. */
const GATHER_MS = 5;

/** The main loop of a scanner thread. It posts a message only if something was found. */
export async function serveScans(
  scan: (body: ScanBody) => Promise<readonly RuleReport[]>,
): Promise<void> {
  const { shared, slots, first, idleMs } = workerData as ScanThreadData;
  const reader = new ScanReader(ScanMemory.open(shared, slots), first);
  do {
    for (let body = reader.peek(); body; body = reader.peek()) {
      const update = await updateOf(body, scan);
      // The state is set before the message is sent, so that the receiver can assign the message to its body.
      reader.done(update !== undefined);
      if (update) parentPort?.postMessage(update);
    }
    await pause(GATHER_MS);
  } while (reader.wait(idleMs));
}

async function updateOf(
  body: ScanBody,
  scan: (body: ScanBody) => Promise<readonly RuleReport[]>,
): Promise<ScanUpdate | undefined> {
  try {
    const reports = await scan(body);
    return reports.length > 0 ? { reports } : undefined;
  } catch (error) {
    // Only the name of the error: its message could quote the body.
    return { problem: error instanceof Error ? error.name : 'unknown' };
  }
}
