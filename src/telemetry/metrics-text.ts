import { AggregatorRegistry } from 'prom-client';
import type { MetricsSnapshot } from './prometheus-metrics.ts';

/** The sum of what several processes measured, in the text format of Prometheus. */
export async function metricsText(snapshots: readonly MetricsSnapshot[]): Promise<string> {
  return await AggregatorRegistry.aggregate([...snapshots] as unknown as object[]).metrics();
}
