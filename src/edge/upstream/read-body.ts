import { bodyTextOf } from '../../request/body/body-text.ts';
import type { BodyText, InspectionLimits } from '../../request/body/inspected-body.ts';
import type { HttpStream } from '../../transport/http-stream.ts';
import { type BodyPrefix, readPrefix } from './body-prefix.ts';

/** The parts of an exchange that a body is read from. */
export interface BodySource {
  readonly stream: HttpStream;
  header(name: string): string | undefined;
  bodyPrefix: BodyPrefix | undefined;
}

/**
 * Reads the first bytes of a body for rules, and buffers them for the origin, which gets exactly the bytes that the
 * visitor sent. Undefined if the visitor is too slow or has left.
 */
export async function readBody(
  exchange: BodySource,
  { inspectedBytes: limit, inspectedSeconds }: InspectionLimits,
): Promise<BodyText | undefined> {
  const { stream } = exchange;
  if (!stream.body) return undefined;
  const prefix = await readPrefix(stream, stream.body, limit, inspectedSeconds * 1000);
  if (!prefix) return undefined;
  exchange.bodyPrefix = prefix;
  return bodyTextOf(prefix.bytes, {
    encoding: exchange.header('content-encoding'),
    type: exchange.header('content-type') ?? '',
    limit,
  });
}
