import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObject,
  Registry,
} from 'prom-client';
import type {
  Counter as CounterMetric,
  Gauge as GaugeMetric,
  Histogram as HistogramMetric,
  MetricOptions,
  Metrics,
} from './telemetry.ts';

const PREFIX = 'palisade_';

/** What one process has measured, as data that can be sent to another. */
export type MetricsSnapshot = readonly MetricObject[];

/** Metrics of one process. Each process of a node has its own; the primary shows the sum. */
export class PrometheusMetrics implements Metrics {
  readonly #registry = new Registry();

  constructor() {
    collectDefaultMetrics({ register: this.#registry, prefix: PREFIX });
  }

  counter<Label extends string = never>(options: MetricOptions<Label>): CounterMetric<Label> {
    const counter = new Counter<Label>(this.#common(options));
    const child = seriesOf<Label, Counter.Internal>((values) => counter.labels(values));
    return { inc: (values, by = 1) => child(values).inc(by) };
  }

  gauge<Label extends string = never>(
    options: MetricOptions<Label> & { readonly across?: 'sum' | 'max' },
  ): GaugeMetric<Label> {
    const aggregator = options.across ?? 'sum';
    const gauge = new Gauge<Label>({ ...this.#common(options), aggregator });
    const child = seriesOf<Label, Gauge.Internal<Label>>((values) => gauge.labels(values));
    return { set: (values, value) => child(values).set(value) };
  }

  histogram<Label extends string = never>(
    options: MetricOptions<Label> & { readonly buckets: readonly number[] },
  ): HistogramMetric<Label> {
    const histogram = new Histogram<Label>({
      ...this.#common(options),
      buckets: [...options.buckets],
    });
    const child = seriesOf<Label, Histogram.Internal<Label>>((values) => histogram.labels(values));
    return { observe: (values, value) => child(values).observe(value) };
  }

  async snapshot(): Promise<MetricsSnapshot> {
    return await this.#registry.getMetricsAsJSON();
  }

  #common<Label extends string>({ name, help, labels = [] }: MetricOptions<Label>) {
    return { name: PREFIX + name, help, labelNames: labels, registers: [this.#registry] };
  }
}

/** Finding the series of a set of labels is the dear part of counting, so each is found once. */
function seriesOf<Label extends string, Series>(find: (values: Record<Label, string>) => Series) {
  const found = new Map<string, Series>();
  return (values: Record<Label, string>): Series => {
    let key = '';
    for (const name in values) key += `${values[name]}\n`;
    let series = found.get(key);
    if (!series) {
      series = find(values);
      found.set(key, series);
    }
    return series;
  };
}

/** The sum of what several processes measured, in the text format of Prometheus. */
export async function metricsText(snapshots: readonly MetricsSnapshot[]): Promise<string> {
  return await AggregatorRegistry.aggregate([...snapshots] as unknown as object[]).metrics();
}
