/**
 * The language has bytes and no charset. A byte string is a JS string in which every character is one
 * byte (0 to 255): as fast as any other string, and what Node already gives for header values.
 */

/** The UTF-8 bytes of a text. Plain ASCII, by far the most common, comes back as it is. */
export function toByteString(text: string): string {
  return ASCII.test(text) ? text : Buffer.from(text, 'utf8').toString('latin1');
}

/** The text that the bytes spell in UTF-8; what is no UTF-8 becomes U+FFFD. */
export function fromByteString(bytes: string): string {
  return ASCII.test(bytes) ? bytes : Buffer.from(bytes, 'latin1').toString('utf8');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant
const ASCII = /^[\x00-\x7f]*$/;

/**
 * The same string, stored once and flat. A literal cut out of the source is a view that keeps the
 * whole source alive and compares slowly; a property name is neither.
 */
export function intern(text: string): string {
  // `__proto__` in a literal would set the prototype instead.
  return text === '__proto__' ? text : (Object.keys({ [text]: true })[0] ?? text);
}
