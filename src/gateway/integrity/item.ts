/** An object in a result, not validated. */
export type Item = Readonly<Record<string, unknown>>;

export function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A string in lower case; undefined for other values, which `String` may fail to convert. */
export function lower(value: unknown): string | undefined {
  return typeof value === 'string' ? value.toLowerCase() : undefined;
}
