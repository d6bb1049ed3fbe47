import type { HttpStream, IncomingBody } from '../../transport/http-stream.ts';
import { askForBody } from './ask-for-body.ts';

/** The first bytes of a body, kept so that rules can inspect them before the origin gets them. */
export interface BodyPrefix {
  readonly bytes: Buffer;
  /** True: nothing follows. */
  readonly isWhole: boolean;
}

/**
 * Asks the visitor for the body if it waits for that, reads until there are more than `limit` bytes or the body
 * ends, and then stops the flow. Undefined when the visitor is too slow, or gone.
 */
export function readPrefix(
  stream: HttpStream,
  body: IncomingBody,
  limit: number,
  withinMs: number,
): Promise<BodyPrefix | undefined> {
  askForBody(stream);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const settle = (isWhole: boolean | undefined) => {
      clearTimeout(late);
      resolve(isWhole === undefined ? undefined : { bytes: Buffer.concat(chunks), isWhole });
    };
    const late = setTimeout(() => {
      body.pause();
      settle(undefined);
    }, withinMs);
    body.read({
      onData(chunk) {
        chunks.push(chunk);
        length += chunk.length;
        if (length <= limit) return true;
        // More of what has come already, and even the end, may follow before the flow stops.
        queueMicrotask(() => settle(false));
        return false;
      },
      onEnd: () => settle(true),
      onFailure: () => settle(undefined),
    });
  });
}
