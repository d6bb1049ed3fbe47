import type { MetricsSnapshot } from './prometheus-metrics.ts';

/** The aggregated metrics of several processes, in the text format of Prometheus. */
export async function metricsText(snapshots: readonly MetricsSnapshot[]): Promise<string> {
  const { default: AggregatorRegistry } = await import('prom-client/lib/cluster.js');
  return await AggregatorRegistry.aggregate([...snapshots] as unknown as object[]).metrics();
}
