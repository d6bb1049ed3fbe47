import { decodeContent } from '../../detectors/sensitive-data/decode-content.ts';
import type { EdgeLimits } from '../edge-context.ts';
import { type EdgeResponse, problem } from '../edge-response.ts';
import { LiveRequest } from '../rules/live-request.ts';
import { readPrefix } from '../upstream/body-prefix.ts';
import { hasBody, waitsForContinue } from '../upstream/request-body.ts';
import type { RequestStage } from './stage.ts';

/**
 * Keeps the beginning of a body for rules that look at it, and only for them. The origin gets the
 * very bytes that came, whatever was made of them here.
 */
export const readBody: RequestStage = (exchange, { limits }) => {
  const { zone, request } = exchange;
  if (!zone?.rules.needsBody || zone.section.paused || !hasBody(request)) return undefined;
  return readForRules(exchange, limits);
};

async function readForRules(
  exchange: Parameters<RequestStage>[0],
  { inspectedBytes: limit, inspectedSeconds }: EdgeLimits,
): Promise<EdgeResponse | undefined> {
  const { request, response } = exchange;
  if (waitsForContinue(request)) response.writeContinue();
  const beginning = await readPrefix(request, limit, inspectedSeconds * 1000);
  if (!beginning) return problem('slowRequest');
  exchange.beginning = beginning;
  const { bytes } = beginning;
  const kept = bytes.subarray(0, limit);
  const reading = await readingOf(kept, exchange.header('content-encoding'), limit);
  exchange.live ??= new LiveRequest(exchange);
  exchange.live.setBody({
    content: reading.content.toString('latin1'),
    other: reading.other?.toString('latin1'),
    isTruncated: bytes.length > limit || !reading.isWhole,
    size: Number(exchange.header('content-length') ?? bytes.length),
  });
  return undefined;
}

interface Reading {
  readonly content: Buffer;
  readonly other?: Buffer;
  readonly isWhole: boolean;
}

/**
 * Compressed bodies are looked at decoded, within the bound, and as they came: many servers do not
 * care what a body says about its encoding, and of damaged ones some take what they could read.
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
  // Not encoded at all.
  if (buffer === bytes.buffer && byteOffset === bytes.byteOffset) {
    return { content: bytes, isWhole: true };
  }
  const content = Buffer.from(buffer, byteOffset, Math.min(length, limit));
  const isWhole = decoded.isSound && length <= limit;
  return !decoded.isSound && mayBeJson(bytes)
    ? { content: bytes, other: content, isWhole }
    : { content, other: bytes, isWhole };
}

/** Formats without a beginning of their own make something of anything. */
function mayBeJson(bytes: Buffer): boolean {
  return /^[\s[{]/.test(bytes.toString('latin1', 0, 1));
}
