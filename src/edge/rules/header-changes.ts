/** A change of one header by a rule. */
export interface HeaderChange {
  /** In lower case. */
  readonly name: string;
  readonly operation: 'set' | 'add' | 'remove';
  readonly value: string;
}

type Pairs = readonly (readonly [name: string, value: string])[];

/** The headers after the changes, which are applied in order. */
export function applyHeaderChanges(headers: Pairs, changes: readonly HeaderChange[]): Pairs {
  let result = headers;
  for (const { name, operation, value } of changes) {
    if (operation !== 'add') result = result.filter(([each]) => each.toLowerCase() !== name);
    if (operation !== 'remove') result = [...result, [name, value]];
  }
  return result;
}

/** Applies changes in place to a flat list of alternating names and values. */
export function changeFlatHeaders(headers: string[], changes: readonly HeaderChange[]): void {
  for (const { name, operation, value } of changes) {
    for (let i = headers.length - 2; i >= 0 && operation !== 'add'; i -= 2) {
      if (headers[i]?.toLowerCase() === name) headers.splice(i, 2);
    }
    if (operation !== 'remove') headers.push(name, value);
  }
}

/** Pairs from a flat list of alternating names and values. */
export function pairsOf(flat: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let i = 0; i < flat.length; i += 2) pairs.push([flat[i] ?? '', flat[i + 1] ?? '']);
  return pairs;
}

/** The first value of a header in a flat list. `wanted` is in lower case. */
export function flatHeader(flat: readonly string[], wanted: string): string | undefined {
  for (let i = 0; i < flat.length; i += 2)
    if (flat[i]?.toLowerCase() === wanted) return flat[i + 1];
  return undefined;
}

/** All values of a header in a flat list. `wanted` is in lower case. */
export function flatHeaders(flat: readonly string[], wanted: string): string[] {
  const values: string[] = [];
  for (let i = 0; i < flat.length; i += 2)
    if (flat[i]?.toLowerCase() === wanted) values.push(flat[i + 1] ?? '');
  return values;
}
