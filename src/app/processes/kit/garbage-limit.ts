import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

/**
 * Collects all garbage of the process whenever there may be so much of it, in bytes. For processes that V8 was told to collect with one
 * thread, all at once: it would otherwise wait until there is several times of what is in use. Needs `--expose-gc`.
 */
export function limitGarbage(bytes: number): void {
  let inUse = usedMemory();
  // V8 collects the young generation when a certain amount was allocated. So this costs nothing while nothing is.
  new PerformanceObserver(() => {
    const used = usedMemory();
    // V8 may have collected by itself.
    inUse = Math.min(inUse, used);
    if (used < inUse + bytes) return;
    globalThis.gc?.({ type: 'major', execution: 'sync' });
    inUse = usedMemory();
  }).observe({ entryTypes: ['gc'] });
}

function usedMemory(): number {
  const { used_heap_size: objects, external_memory: buffers } = getHeapStatistics();
  return objects + buffers;
}
