import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Collects garbage, and lets finalizers run. */
export async function collectGarbage(): Promise<void> {
  // An object that was read through a weak reference stays alive until the next turn of the event loop.
  await setImmediate();
  collect();
  await setImmediate();
}

/** The memory in use without garbage, including that of buffers. */
export async function usedBytes(): Promise<number> {
  await collectGarbage();
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + external + arrayBuffers;
}
