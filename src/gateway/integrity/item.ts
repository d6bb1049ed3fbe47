/** An object in a result, of which nothing is known yet. */
export type Item = Readonly<Record<string, unknown>>;

export function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function lower(value: unknown): string {
  return String(value).toLowerCase();
}
