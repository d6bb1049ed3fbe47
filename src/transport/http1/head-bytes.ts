import { CR, LF } from './characters.ts';

/**
 * A head as bytes and as text: bytes are several times faster to scan, strings are faster to slice. The character `text[i]` is `bytes[start
 * + i]`. `bytes` may continue after the head; scans stop at the empty line that ends it.
 */
export interface HeadBytes {
  readonly text: string;
  readonly bytes: Uint8Array;
  readonly start: number;
}

/** For a head that was received in several pieces. */
export function headBytes(text: string): HeadBytes {
  return { text, bytes: Buffer.from(text, 'latin1'), start: 0 };
}

/** The offset after the empty line that ends a head, or -1. It inspects about one byte in four. */
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
