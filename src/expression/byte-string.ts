/**
 * The language works on bytes and has no charset. A byte string is a JS string in which every character is one
 * byte (0 to 255): as fast as any other string, and the form in which Node returns header values.
 */

/** The UTF-8 bytes of a text. Plain ASCII, by far the most common, is returned unchanged. */
export function toByteString(text: string): string {
  return ASCII.test(text) ? text : Buffer.from(text, 'utf8').toString('latin1');
}

/** Decodes the bytes as UTF-8; invalid sequences become U+FFFD. */
export function fromByteString(bytes: string): string {
  return ASCII.test(bytes) ? bytes : Buffer.from(bytes, 'latin1').toString('utf8');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
const ASCII = /^[\x00-\x7f]*$/;

/**
 * The same string, interned and flat. A slice of the source is a view that keeps the whole source in memory and
 * compares slowly; V8 interns property names.
 */
export function intern(text: string): string {
  // `__proto__` in a literal would set the prototype instead.
  return text === '__proto__' ? text : (Object.keys({ [text]: true })[0] ?? text);
}
