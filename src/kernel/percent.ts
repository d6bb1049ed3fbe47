const ESCAPE = /%([0-9A-Fa-f]{2})/g;

/** Decodes percent-encoding to bytes, not to text. Invalid escapes are kept. */
export function decodePercents(text: string): string {
  return text.replace(ESCAPE, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16)));
}
