/** A part of a long text: as text, or as UTF-8 in a buffer. */
export type TextPart = string | ByteRange;

/** Some of the bytes of a buffer. */
export interface ByteRange {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}
