import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObject,
  Registry,
} from 'prom-client';
import type { Metrics } from './telemetry.ts';

const PREFIX = 'palisade_';

/** What one process has measured, as data that can be sent to another. */
export type MetricsSnapshot = readonly MetricObject[];

/** Metrics of one process. Each process of a node has its own; the primary shows the sum. */
export class PrometheusMetrics implements Metrics {
  readonly #registry = new Registry();

  constructor() {
    collectDefaultMetrics({ register: this.#registry, prefix: PREFIX });
  }

  counter: Metrics['counter'] = ({ name, help, labels = [] }) => {
    const counter = new Counter({ ...this.#common(name, help), labelNames: labels });
    return { inc: (values, by = 1) => counter.inc(values, by) };
  };

  gauge: Metrics['gauge'] = ({ name, help, labels = [] }) => {
    const gauge = new Gauge({ ...this.#common(name, help), labelNames: labels });
    return { set: (values, value) => gauge.set(values, value) };
  };

  histogram: Metrics['histogram'] = ({ name, help, labels = [], buckets }) => {
    const histogram = new Histogram({
      ...this.#common(name, help),
      labelNames: labels,
      buckets: [...buckets],
    });
    return { observe: (values, value) => histogram.observe(values, value) };
  };

  async snapshot(): Promise<MetricsSnapshot> {
    return await this.#registry.getMetricsAsJSON();
  }

  #common(name: string, help: string) {
    return { name: PREFIX + name, help, registers: [this.#registry] };
  }
}

/** The sum of what several processes measured, in the text format of Prometheus. */
export async function metricsText(snapshots: readonly MetricsSnapshot[]): Promise<string> {
  return await AggregatorRegistry.aggregate([...snapshots] as unknown as object[]).metrics();
}
