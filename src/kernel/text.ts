/** Replaces `{named}` placeholders by values. A placeholder without a value is removed. */
export function fillPlaceholders(
  text: string,
  values: Readonly<Record<string, string | number>>,
): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

/**
 * True for text that every database and client can return unchanged: no NUL, which PostgreSQL cannot
 * store, and no unpaired surrogate, which UTF-8 cannot encode.
 */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Replaces characters that terminals or line readers interpret (control characters, line ends) by JSON escapes. */
export function escapeControls(text: string): string {
  return text.replace(
    /[\p{Cc}\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
