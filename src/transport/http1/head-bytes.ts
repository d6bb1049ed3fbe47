import { CR, LF } from './characters.ts';

/**
 * A head as bytes and as text: bytes are several times faster to look at one by one, texts are faster to cut. The character
 * `text[i]` is `bytes[start + i]`. It ends with an empty line, and what follows it in `bytes` is of no concern: whoever looks for
 * anything but a line end stops at the one that the head has.
 */
export interface HeadBytes {
  readonly text: string;
  readonly bytes: Uint8Array;
  readonly start: number;
}

/** The same of a text whose bytes came in several pieces. */
export function headBytes(text: string): HeadBytes {
  return { text, bytes: Buffer.from(text, 'latin1'), start: 0 };
}

/** Where the empty line that ends a head is over, or -1. Most bytes need not be looked at: one in four tells enough. */
export function endOfHead(bytes: Uint8Array, from: number, to: number): number {
  for (let at = from + 3; at < to; ) {
    const code = bytes[at] as number; // within the bytes
    if (code === LF) {
      if (bytes[at - 1] === CR && bytes[at - 2] === LF && bytes[at - 3] === CR) return at + 1;
      at += 2;
    } else at += code === CR ? 1 : 4;
  }
  return -1;
}
