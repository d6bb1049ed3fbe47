import type { HttpStream } from '../../transport/http-stream.ts';

export type ReadBody = { readonly text: string } | { readonly problem: 'too long' | 'gone' };

/** Reads the body of a request as text, or says why it cannot be had. */
export function readBody(stream: HttpStream, maxBytes: number): Promise<ReadBody> {
  const { body } = stream;
  if (!body) return Promise.resolve({ text: '' });
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let size = 0;
    let isTooLong = false;
    body.read({
      onData(bytes) {
        size += bytes.length;
        if (isTooLong) return false;
        if (size > maxBytes) {
          isTooLong = true;
          resolve({ problem: 'too long' });
          return false;
        }
        // The memory of the piece is used again for the next one.
        pieces.push(Buffer.from(bytes));
        return true;
      },
      onEnd() {
        resolve({ text: Buffer.concat(pieces).toString() });
      },
      onFailure() {
        resolve({ problem: 'gone' });
      },
    });
  });
}
