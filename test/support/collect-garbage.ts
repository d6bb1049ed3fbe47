import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Collects garbage, and lets finalizers run. */
export async function collectGarbage(): Promise<void> {
  // What was looked at through a weak reference stays until the next turn of the event loop.
  await setImmediate();
  collect();
  await setImmediate();
}
