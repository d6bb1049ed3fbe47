/** Bits of the flags in the head of gzip content (RFC 1952, section 2.3.1). */
const EXTRA = 4;
const NAME = 8;
const COMMENT = 16;
const FIXED_BYTES = 10;

/** A file name as `gzip` writes it, in any language, without characters that have a meaning in forms, JSON or markup. */
const PLAIN_NAME = /^[\w. ()[\]+~@\x80-\xff-]*$/;

/**
 * Whether the head of gzip content holds nothing but a plain file name. Servers that do not decode the content see the
 * texts in its head, so any other text is an attempt to smuggle a second body. True for content that is not gzip.
 */
export function hasPlainGzipHead(bytes: Buffer): boolean {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return true;
  const flags = bytes[3] ?? 0;
  if (flags & (EXTRA | COMMENT)) return false;
  if (!(flags & NAME)) return true;
  const end = bytes.indexOf(0, FIXED_BYTES);
  return end !== -1 && PLAIN_NAME.test(bytes.toString('latin1', FIXED_BYTES, end));
}
