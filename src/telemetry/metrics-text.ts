import type { MetricsSnapshot } from './prometheus-metrics.ts';

/** The sum of what several processes measured, in the text format of Prometheus. */
export async function metricsText(snapshots: readonly MetricsSnapshot[]): Promise<string> {
  const { default: AggregatorRegistry } = await import('prom-client/lib/cluster.js');
  return await AggregatorRegistry.aggregate([...snapshots] as unknown as object[]).metrics();
}
