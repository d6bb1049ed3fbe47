import { MAX_JOINED_BYTES } from '../http-stream.ts';

/** Far longer than most heads. */
const HEAD_BYTES = 16 * 1024;

/**
 * A shared buffer in which the head and the body of a short message are joined. As strings they would be copied several times, and be a
 * quarter of the process's garbage.
 */
let memory = Buffer.allocUnsafeSlow(HEAD_BYTES + MAX_JOINED_BYTES);

/** A head and a body in one buffer. The next message overwrites it, unless `keepJoined` is called. */
export function join(head: string, body: Buffer): Buffer {
  return put(memory, head, body);
}

/** The same in a new buffer. */
export function joinIntoNew(head: string, body: Buffer): Buffer {
  return put(Buffer.allocUnsafe(head.length + body.length), head, body);
}

export const canJoin = (head: string, body: Buffer): boolean =>
  head.length <= HEAD_BYTES && body.length <= MAX_JOINED_BYTES;

/** Keeps the last message valid: the next one gets a new buffer. */
export function keepJoined(): void {
  memory = Buffer.allocUnsafeSlow(memory.length);
}

function put(target: Buffer, head: string, body: Buffer): Buffer {
  target.write(head, 0, 'latin1');
  target.set(body, head.length);
  return target.subarray(0, head.length + body.length);
}
