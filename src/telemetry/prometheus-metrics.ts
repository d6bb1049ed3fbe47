import type { Measured } from './measured.ts';
import { ProcessMetrics } from './process-metrics.ts';
import { SeriesOf } from './series-of.ts';
import type {
  Counter,
  Gauge,
  Histogram,
  MetricOptions,
  Metrics,
  Observation,
} from './telemetry.ts';

const PREFIX = 'palisade_';

/** The metrics of one process as data that can be sent to another. */
export type MetricsSnapshot = readonly Measured[];

interface Buckets {
  /** Observations per bucket, not cumulative; the last bucket has no upper bound. */
  readonly counts: number[];
  sum: number;
}

/**
 * Metrics of one process. Each process of a node has its own; the primary shows the sum. Every request
 * is counted, so values are plain numbers here and are converted for Prometheus only when they are read.
 */
export class PrometheusMetrics implements Metrics {
  readonly #process: ProcessMetrics;
  readonly #metrics = new Map<string, () => Measured>();

  /** `kind` is the label `process` of the metrics about memory, processor time and event loop. */
  constructor(kind?: string) {
    this.#process = new ProcessMetrics(PREFIX, kind === undefined ? {} : { process: kind });
  }

  counter<Label extends string = never>(options: MetricOptions<Label>): Counter<Label> {
    const series = this.#numbers(options, 'counter', 'sum');
    return {
      inc(labels, by = 1) {
        series.at(labels).value += by;
      },
    };
  }

  gauge<Label extends string = never>(
    options: MetricOptions<Label> & { readonly across?: 'sum' | 'max' },
  ): Gauge<Label> {
    const series = this.#numbers(options, 'gauge', options.across ?? 'sum');
    return {
      set(labels, value) {
        series.at(labels).value = value;
      },
    };
  }

  observableGauge<Label extends string>(
    options: MetricOptions<Label> & {
      readonly read: () => readonly Observation<Label>[];
      readonly across?: 'sum' | 'max';
    },
  ): void {
    const aggregator = options.across ?? 'sum';
    this.#add(options, () => ({ type: 'gauge', aggregator, values: options.read() }));
  }

  histogram<Label extends string = never>(
    options: MetricOptions<Label> & { readonly buckets: readonly number[] },
  ): Histogram<Label> {
    const { buckets } = options;
    const series = new SeriesOf<Label, Buckets>(() => ({
      counts: new Array(buckets.length + 1).fill(0),
      sum: 0,
    }));
    this.#add(options, (name) => ({
      type: 'histogram',
      aggregator: 'sum',
      values: series
        .all()
        .flatMap((each) => histogramValues(name, each.labels, each.series, buckets)),
    }));
    return {
      observe(labels, value) {
        const found = series.at(labels);
        let bucket = 0;
        while (value > (buckets[bucket] ?? Number.POSITIVE_INFINITY)) bucket += 1;
        found.counts[bucket] = (found.counts[bucket] ?? 0) + 1;
        found.sum += value;
      },
    };
  }

  async snapshot(): Promise<MetricsSnapshot> {
    const ofProcess = await this.#process.read();
    return [...ofProcess, ...[...this.#metrics.values()].map((metric) => metric())];
  }

  #numbers<Label extends string>(
    options: MetricOptions<Label>,
    type: 'counter' | 'gauge',
    aggregator: 'sum' | 'max',
  ): SeriesOf<Label, { value: number }> {
    const series = new SeriesOf<Label, { value: number }>(() => ({ value: 0 }));
    // A metric without labels starts at 0, so that its first increase is visible.
    if (!options.labels?.length) series.at({} as Record<Label, string>);
    this.#add(options, () => ({
      type,
      aggregator,
      values: series.all().map((each) => ({ labels: each.labels, value: each.series.value })),
    }));
    return series;
  }

  #add<Label extends string>(
    { name, help }: MetricOptions<Label>,
    measured: (name: string) => Omit<Measured, 'name' | 'help'>,
  ): void {
    const full = PREFIX + name;
    if (this.#metrics.has(full)) throw new Error(`the metric name ${full} is already in use`);
    this.#metrics.set(full, () => ({ name: full, help, ...measured(full) }));
  }
}

function histogramValues(
  name: string,
  labels: object,
  { counts, sum }: Buckets,
  ends: readonly number[],
) {
  let count = 0;
  const buckets = counts.map((each, n) => {
    count += each;
    return {
      metricName: `${name}_bucket`,
      labels: { ...labels, le: ends[n] ?? '+Inf' },
      value: count,
    };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
