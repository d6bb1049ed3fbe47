export interface Series {
  readonly name: string;
  /** One for each time; null where nothing was measured. */
  readonly values: readonly (number | null)[];
}

/** The values of a count in all buckets, for every name that occurs. */
export function countSeries(
  buckets: readonly { readonly counts: Readonly<Record<string, number>> }[],
): readonly Series[] {
  const names = [...new Set(buckets.flatMap(({ counts }) => Object.keys(counts)))].sort();
  return names.map((name) => ({ name, values: buckets.map(({ counts }) => counts[name] ?? 0) }));
}

/** Values of the period before below those of the current one. The last bucket of a period may be shared by both. */
export function alignedTo(length: number, values: readonly number[]): readonly (number | null)[] {
  return Array.from({ length }, (_, n) => values[n] ?? null);
}

/** More would be hard to tell apart. */
const MOST_SERIES = 6;
export const OTHER = 'other';

/** The largest series, and the sum of all others as one. */
export function foldSeries(series: readonly Series[], most = MOST_SERIES): readonly Series[] {
  const bySize = series.toSorted((one, other) => sumOf(other) - sumOf(one));
  if (bySize.length <= most) return bySize;
  const others = bySize.slice(most);
  const length = others[0]?.values.length ?? 0;
  const values = Array.from({ length }, (_, n) => sumAt(others, n));
  return [...bySize.slice(0, most), { name: OTHER, values }];
}

/** Each series on top of those before it. */
export function stackSeries(series: readonly Series[]): readonly Series[] {
  return series.map(({ name, values }, at) => ({
    name,
    values: values.map((value, n) => (value === null ? null : sumAt(series.slice(0, at + 1), n))),
  }));
}

export function sumOf({ values }: Series): number {
  return values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
}

function sumAt(series: readonly Series[], n: number): number | null {
  const values = series.map(({ values }) => values[n] ?? null);
  if (values.every((value) => value === null)) return null;
  return values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
}

/** A chart in one or two sentences, for screen readers. */
export function summaryOf(
  series: readonly Series[],
  format: (value: number) => string,
  timeAt: (n: number) => string,
): string {
  if (series.length === 0) return 'There is nothing in this time.';
  const texts = series.map(({ name, values }) => {
    const known = values.flatMap((value, n) => (value === null ? [] : [{ value, n }]));
    if (known.length === 0) return `${name}: no data`;
    const highest = known.reduce((one, other) => (other.value > one.value ? other : one));
    const last = known.at(-1) ?? highest;
    return `${name}: highest ${format(highest.value)} at ${timeAt(highest.n)}, last ${format(last.value)}`;
  });
  return `${texts.join('. ')}.`;
}
