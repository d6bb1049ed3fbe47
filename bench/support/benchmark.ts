export interface Benchmark {
  readonly name: string;
  readonly what: string;
  /** Runs only if it is named, because it takes long. */
  readonly onlyByName?: boolean;
  run(): Promise<readonly Figure[]>;
}

export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** The lowest acceptable value; undefined for figures that only explain others. */
  readonly floor?: number;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('no values');
  return middle;
}

/** For times, this represents rounds without other load on the machine. */
export function lowerQuartile(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 4)] ?? 0;
}
