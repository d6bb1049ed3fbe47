import { constants, type PerformanceNodeEntry, PerformanceObserver } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';

export interface HeapGrowth {
  /** How much the old generation of V8 grows before it is collected: percent of what is in use, */
  readonly percent: number;
  /** but so many bytes at least. */
  readonly leastBytes: number;
}

/**
 * V8 knows only the percentage. What suits a large heap means for a small one that the old generation is collected every
 * few seconds, and each time requests wait.
 */
export function letHeapGrow(growth: HeapGrowth): void {
  let current: number | undefined;
  const adapt = () => {
    const wanted = percentOf(growth, getHeapStatistics().used_heap_size);
    if (wanted === current) return;
    current = wanted;
    setFlagsFromString(`--heap-growing-percent=${wanted}`);
  };
  adapt();
  new PerformanceObserver((list) => {
    if ((list.getEntries() as PerformanceNodeEntry[]).some(isMajor)) adapt();
  }).observe({ entryTypes: ['gc'] });
}

/** By how many percent of what is in use the old generation is to grow. */
export function percentOf({ percent, leastBytes }: HeapGrowth, inUseBytes: number): number {
  return Math.max(percent, Math.ceil((100 * leastBytes) / inUseBytes));
}

function isMajor({ detail }: PerformanceNodeEntry): boolean {
  return detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
}
