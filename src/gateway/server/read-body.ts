import type { HttpStream } from '../../transport/http-stream.ts';

export type ReadBody =
  | { readonly text: string }
  | { readonly problem: 'too long' | 'too slow' | 'gone' };

/** Reads the body of a request as text, or says why it cannot be had. */
export function readBody(stream: HttpStream, maxBytes: number, limitMs: number): Promise<ReadBody> {
  const { body } = stream;
  if (!body) return Promise.resolve({ text: '' });
  return new Promise<ReadBody>((settle) => {
    const resolve = (read: ReadBody) => {
      clearTimeout(late);
      settle(read);
    };
    // However steadily it comes: a connection must not be held for ever by one byte after the other.
    const late = setTimeout(() => {
      isOver = true;
      resolve({ problem: 'too slow' });
    }, limitMs);
    const pieces: Buffer[] = [];
    let size = 0;
    let isOver = false;
    body.read({
      onData(bytes) {
        size += bytes.length;
        if (isOver) return false;
        if (size > maxBytes) {
          isOver = true;
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
