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

/** Values of the same column are alternatives; columns and negations must all hold. */
export function matchesFilters(
  filters: readonly Filter[],
  valueIn: (column: string) => string,
): boolean {
  const excluded = filters.some(
    ({ column, value, isNegated }) => isNegated && valueIn(column) === value,
  );
  const wanted = Map.groupBy(
    filters.filter(({ isNegated }) => !isNegated),
    ({ column }) => column,
  );
  const included = [...wanted].every(([column, alternatives]) =>
    alternatives.some(({ value }) => valueIn(column) === value),
  );
  return included && !excluded;
}

export function addFilter(texts: readonly string[] = [], filter: Filter): string[] {
  const opposite = filterText({ ...filter, isNegated: !filter.isNegated });
  return [...new Set([...texts.filter((text) => text !== opposite), filterText(filter)])];
}

export function removeFilter(texts: readonly string[] = [], filter: Filter): string[] | undefined {
  const rest = texts.filter((text) => text !== filterText(filter));
  return rest.length === 0 ? undefined : rest;
}
