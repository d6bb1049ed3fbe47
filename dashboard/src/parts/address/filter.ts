/** A filter chip: rows whose column has this value, or any other one. */
export interface Filter {
  readonly column: string;
  readonly value: string;
  readonly isNegated: boolean;
}

/** `status:active`, `-status:active`. */
export function filterText({ column, value, isNegated }: Filter): string {
  return `${isNegated ? '-' : ''}${column}:${value}`;
}

export function readFilters(texts: readonly string[] = []): Filter[] {
  return texts.flatMap((text) => {
    const match = /^(-?)([\w.]+):(.+)$/s.exec(text);
    if (!match) return [];
    const [, sign, column = '', value = ''] = match;
    return [{ column, value, isNegated: sign === '-' }];
  });
}

/** Comparisons other than for equality are written in front of the value: `path:starts_with:/admin`. */
export const comparisons = {
  starts_with: {
    label: 'starts with',
    holds: (actual: string, value: string) => actual.startsWith(value),
  },
  ends_with: {
    label: 'ends with',
    holds: (actual: string, value: string) => actual.endsWith(value),
  },
  contains: { label: 'contains', holds: (actual: string, value: string) => actual.includes(value) },
  at_least: {
    label: 'is at least',
    holds: (actual: string, value: string) => Number(actual) >= Number(value),
  },
  at_most: {
    label: 'is at most',
    holds: (actual: string, value: string) => Number(actual) <= Number(value),
  },
} as const;

export type Comparison = keyof typeof comparisons;

/** What a filter compares with, and how; without a comparison, for equality. */
export function readComparison(text: string): {
  readonly comparison: Comparison | undefined;
  readonly value: string;
} {
  const names = Object.keys(comparisons) as Comparison[];
  const comparison = names.find((name) => text.startsWith(`${name}:`));
  return { comparison, value: comparison ? text.slice(comparison.length + 1) : text };
}

/** Values of the same column are alternatives; columns, other comparisons and negations must all hold. */
export function matchesFilters(
  filters: readonly Filter[],
  valueIn: (column: string) => string,
): boolean {
  const isAlternative = ({ isNegated, value }: Filter) =>
    !isNegated && readComparison(value).comparison === undefined;
  const required = filters.filter((filter) => !isAlternative(filter));
  const wanted = Map.groupBy(filters.filter(isAlternative), ({ column }) => column);
  const holds = ({ column, value }: Filter) => holdsFor(valueIn(column), value);
  return (
    required.every((filter) => holds(filter) !== filter.isNegated) &&
    [...wanted.values()].every((alternatives) => alternatives.some(holds))
  );
}

function holdsFor(actual: string, text: string): boolean {
  const { comparison, value } = readComparison(text);
  return comparison ? comparisons[comparison].holds(actual, value) : actual === value;
}

/** `Path starts with /admin`, `Action is not block`. */
export function filterLabel(
  { value: text, isNegated }: Filter,
  title: string,
  name = text,
): string {
  const { comparison, value } = readComparison(text);
  if (!comparison) return `${title} is ${isNegated ? 'not ' : ''}${name}`;
  return `${isNegated ? 'Not: ' : ''}${title} ${comparisons[comparison].label} ${value}`;
}

export function addFilter(texts: readonly string[] = [], filter: Filter): string[] {
  const opposite = filterText({ ...filter, isNegated: !filter.isNegated });
  return [...new Set([...texts.filter((text) => text !== opposite), filterText(filter)])];
}

/** In place of other filters of its column. */
export function replaceFilter(texts: readonly string[] = [], filter: Filter): string[] {
  const others = readFilters(texts).filter(({ column }) => column !== filter.column);
  return [...others.map(filterText), filterText(filter)];
}

export function removeFilter(texts: readonly string[] = [], filter: Filter): string[] | undefined {
  const rest = texts.filter((text) => text !== filterText(filter));
  return rest.length === 0 ? undefined : rest;
}
