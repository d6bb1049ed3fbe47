import { MAX_JOINED_BYTES } from '../http-stream.ts';

/** Heads are mostly far shorter than this. */
const HEAD_BYTES = 16 * 1024;

/**
 * Memory in which the head and the body of a short message are put together, for one message after the other. As
 * texts they would be copied several times, and make up a quarter of what the process collects as garbage.
 */
let memory = Buffer.allocUnsafeSlow(HEAD_BYTES + MAX_JOINED_BYTES);

/** A head and a body in one piece. It is overwritten by the next, unless `keepJoined` is called. */
export function join(head: string, body: Buffer): Buffer {
  return put(memory, head, body);
}

/** The same in memory of its own. */
export function joinApart(head: string, body: Buffer): Buffer {
  return put(Buffer.allocUnsafe(head.length + body.length), head, body);
}

export const canJoin = (head: string, body: Buffer): boolean =>
  head.length <= HEAD_BYTES && body.length <= MAX_JOINED_BYTES;

/** Somebody still needs what was joined last. */
export function keepJoined(): void {
  memory = Buffer.allocUnsafeSlow(memory.length);
}

function put(target: Buffer, head: string, body: Buffer): Buffer {
  target.write(head, 0, 'latin1');
  target.set(body, head.length);
  return target.subarray(0, head.length + body.length);
}
