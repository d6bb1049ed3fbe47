const SIZE_LINE = /([0-9A-Fa-f]{1,8})[ \t]*(?:;[^\r\n]*)?\r?\n/y;

/** The content of a body with chunked framing (RFC 9112, section 7.1), without trailers; undefined if it has another form. */
export function unchunked(bytes: Buffer): Buffer | undefined {
  const text = bytes.toString('latin1');
  const chunks: Buffer[] = [];
  let at = 0;
  for (;;) {
    SIZE_LINE.lastIndex = at;
    const [line, digits = ''] = SIZE_LINE.exec(text) ?? [];
    if (line === undefined) return undefined;
    const size = Number.parseInt(digits, 16);
    if (size === 0) return Buffer.concat(chunks);
    const start = at + line.length;
    const end = start + size;
    const isClosed = text[end] === '\n' || text.startsWith('\r\n', end);
    if (!isClosed) return undefined;
    chunks.push(bytes.subarray(start, end));
    at = text.indexOf('\n', end) + 1;
  }
}
