/** One metric in the form that the Prometheus client aggregates and prints. */
export interface Measured {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly aggregator: 'sum' | 'max' | 'min' | 'average';
  readonly values: readonly {
    readonly metricName?: string;
    readonly labels: object;
    readonly value: number;
  }[];
}
