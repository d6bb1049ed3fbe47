import type { IncomingMessage } from 'node:http';

/** The first bytes of a body, kept so that rules can look at them before the origin gets them. */
export interface BodyPrefix {
  readonly bytes: Buffer;
  /** True: nothing follows. */
  readonly isWhole: boolean;
}

/**
 * Reads until there are more than `limit` bytes or the body ends, and then stops the flow. Undefined when the
 * visitor is too slow, or gone.
 */
export function readPrefix(
  request: IncomingMessage,
  limit: number,
  withinMs: number,
): Promise<BodyPrefix | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const settle = (result: BodyPrefix | undefined) => {
      clearTimeout(late);
      request.pause();
      request.off('data', onData).off('end', onEnd).off('close', onClose);
      resolve(result);
    };
    const onData = (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > limit) settle({ bytes: Buffer.concat(chunks), isWhole: false });
    };
    const onEnd = () => settle({ bytes: Buffer.concat(chunks), isWhole: true });
    const onClose = () => settle(undefined);
    const late = setTimeout(() => settle(undefined), withinMs);
    request.on('data', onData).once('end', onEnd).once('close', onClose);
  });
}
