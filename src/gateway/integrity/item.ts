/** An object in a result, of which nothing is known yet. */
export type Item = Readonly<Record<string, unknown>>;

export function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text in lower case; undefined if it is none. Objects of strangers may not even be convertible to texts. */
export function lower(value: unknown): string | undefined {
  return typeof value === 'string' ? value.toLowerCase() : undefined;
}
