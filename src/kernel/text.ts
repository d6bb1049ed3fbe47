/** Puts values into `{named}` places. A place without a value is left out. */
export function fillPlaceholders(
  text: string,
  values: Readonly<Record<string, string | number>>,
): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

/**
 * True for text that every database and client can carry back unchanged: no NUL, which PostgreSQL
 * cannot store, and no half of a surrogate pair, which UTF-8 cannot spell.
 */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
