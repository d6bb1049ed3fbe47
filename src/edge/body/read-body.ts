import { decodeContent } from '../../detectors/sensitive-data/decode-content.ts';
import type { HttpStream } from '../../transport/http-stream.ts';
import { type BodyPrefix, readPrefix } from '../upstream/body-prefix.ts';
import type { BodyText, InspectionLimits } from './inspected-body.ts';

/** What a body is read from: an exchange. */
export interface BodySource {
  readonly stream: HttpStream;
  header(name: string): string | undefined;
  bodyPrefix: BodyPrefix | undefined;
}

/**
 * Reads the first bytes of a body for rules, and keeps them for the origin, which gets exactly the bytes
 * that the visitor sent. Undefined when the visitor is too slow, or gone.
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
  const { bytes } = prefix;
  const inspected = bytes.subarray(0, limit);
  const reading = await readingOf(inspected, exchange.header('content-encoding'), limit);
  return {
    content: reading.content.toString('latin1'),
    other: reading.other?.toString('latin1'),
    isTruncated: bytes.length > limit || !reading.isWhole,
    size: bytes.length,
  };
}

interface Reading {
  readonly content: Buffer;
  readonly other?: Buffer;
  readonly isWhole: boolean;
}

/**
 * A compressed body is inspected decoded (up to `limit` bytes) and as it was sent: many servers ignore
 * `Content-Encoding`, and some accept the readable part of a damaged body.
 */
async function readingOf(
  bytes: Buffer,
  encoding: string | undefined,
  limit: number,
): Promise<Reading> {
  if (encoding === undefined) return { content: bytes, isWhole: true };
  const decoded = await decodeContent(bytes, encoding, limit + 1);
  if (!decoded || decoded.bytes.length === 0) return { content: bytes, isWhole: false };
  const { buffer, byteOffset, length } = decoded.bytes;
  // The decoder returns its input when the body is not encoded at all.
  if (buffer === bytes.buffer && byteOffset === bytes.byteOffset) {
    return { content: bytes, isWhole: true };
  }
  const content = Buffer.from(buffer, byteOffset, Math.min(length, limit));
  const isWhole = decoded.isSound && length <= limit;
  return !decoded.isSound && mayBeJson(bytes)
    ? { content: bytes, other: content, isWhole }
    : { content, other: bytes, isWhole };
}

/** Encodings without a magic number, such as deflate, may decode any bytes to something. */
function mayBeJson(bytes: Buffer): boolean {
  return /^[\s[{]/.test(bytes.toString('latin1', 0, 1));
}
