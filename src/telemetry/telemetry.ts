/**
 * The interfaces for logs and metrics. Each module defines its log lines and metrics in its own
 * `*-telemetry.ts`. Levels say what an operator must do: error = act, warn = check, info = nothing, the state
 * changed.
 */
export interface Logger {
  error(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  info(fields: object, message: string): void;
  debug(fields: object, message: string): void;
  child(fields: object): Logger;
}

export interface Counter<Label extends string> {
  inc(labels: Record<Label, string>, by?: number): void;
}

export interface Gauge<Label extends string> {
  set(labels: Record<Label, string>, value: number): void;
}

export interface Histogram<Label extends string> {
  observe(labels: Record<Label, string>, value: number): void;
}

export interface MetricOptions<Label extends string> {
  /** Without the `palisade_` prefix, with the unit as suffix: `http_requests_total`. */
  readonly name: string;
  readonly help: string;
  /** Values of a label must come from a bounded set: never a host, path or id that clients choose. */
  readonly labels?: readonly Label[];
}

/** The value of a gauge for some values of its labels. */
export interface Observation<Label extends string> {
  readonly labels: Record<Label, string>;
  readonly value: number;
}

export interface Metrics {
  counter<Label extends string = never>(options: MetricOptions<Label>): Counter<Label>;
  /** `across`: how a node combines the same gauge of several processes. Default `sum`. */
  gauge<Label extends string = never>(
    options: MetricOptions<Label> & { readonly across?: 'sum' | 'max' },
  ): Gauge<Label>;
  /** A gauge whose values are read when the metrics are collected. */
  observableGauge<Label extends string>(
    options: MetricOptions<Label> & {
      readonly read: () => readonly Observation<Label>[];
      readonly across?: 'sum' | 'max';
    },
  ): void;
  histogram<Label extends string = never>(
    options: MetricOptions<Label> & { readonly buckets: readonly number[] },
  ): Histogram<Label>;
}

export interface Telemetry {
  readonly log: Logger;
  readonly metrics: Metrics;
}
