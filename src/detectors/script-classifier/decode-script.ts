/** Encodings that are told by their first bytes, which count more than what the server says. */
const marks: readonly { readonly encoding: string; readonly bytes: readonly number[] }[] = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
];

const CHARSET = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i;

/**
 * Turns the body of a script into text as browsers do: by its byte order mark, else by the charset of
 * its content type, else as UTF-8 (HTML, "fetch a classic script"). Never throws; what is broken becomes
 * U+FFFD.
 */
export function decodeScript(body: Uint8Array, contentType: string | null | undefined): string {
  const mark = marks.find(({ bytes }) => bytes.every((byte, at) => body[at] === byte));
  if (mark) return new TextDecoder(mark.encoding).decode(body);
  return decoderOf(contentType).decode(body);
}

/** An unknown charset counts as none. */
function decoderOf(contentType: string | null | undefined): TextDecoder {
  const [, quoted, plain] = CHARSET.exec(contentType ?? '') ?? [];
  try {
    return new TextDecoder(quoted ?? plain ?? 'utf-8');
  } catch {
    return new TextDecoder('utf-8');
  }
}
