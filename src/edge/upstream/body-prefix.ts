import type { HttpStream, IncomingBody } from '../../transport/http-stream.ts';
import { sendContinue } from './send-continue.ts';

/** The first bytes of a body, buffered so that rules can inspect them before they are forwarded. */
export interface BodyPrefix {
  readonly bytes: Buffer;
  /** Whether this is the whole body. */
  readonly isWhole: boolean;
}

/**
 * Sends 100 (Continue) if the visitor expects it, reads until there are more than `limit` bytes or the body ends, and
 * then pauses the body. Undefined if the visitor is too slow or has left.
 */
export function readPrefix(
  stream: HttpStream,
  body: IncomingBody,
  limit: number,
  withinMs: number,
): Promise<BodyPrefix | undefined> {
  sendContinue(stream);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let late: NodeJS.Timeout | undefined;
    let isSettled = false;
    const settle = (isWhole: boolean | undefined) => {
      isSettled = true;
      clearTimeout(late);
      resolve(isWhole === undefined ? undefined : { bytes: Buffer.concat(chunks), isWhole });
    };
    body.read({
      onData(chunk) {
        chunks.push(chunk);
        length += chunk.length;
        if (length <= limit) return true;
        // Chunks that were already received, and even the end, may follow before the body is paused.
        queueMicrotask(() => settle(false));
        return false;
      },
      onEnd: () => settle(true),
      onFailure: () => settle(undefined),
    });
    // Most bodies arrive with the head.
    if (isSettled) return;
    late = setTimeout(() => {
      body.pause();
      settle(undefined);
    }, withinMs);
  });
}
