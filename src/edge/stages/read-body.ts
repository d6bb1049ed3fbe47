import { decodeContent, MOST_BYTES } from '../../detectors/sensitive-data/decode-content.ts';
import { type EdgeAnswer, problem } from '../edge-answer.ts';
import type { EdgeLimits } from '../edge-context.ts';
import { LiveRequest } from '../rules/live-request.ts';
import { readBeginning } from '../upstream/body-beginning.ts';
import { hasBody, waitsForContinue } from '../upstream/request-body.ts';
import type { RequestStage } from './stage.ts';

/**
 * Keeps the beginning of a body for rules that look at it, and only for them. The origin gets the
 * very bytes that came, whatever was made of them here.
 */
export const readBody: RequestStage = (transaction, { limits }) => {
  const { zone, request } = transaction;
  if (!zone?.rules.needsBody || zone.section.paused || !hasBody(request)) return undefined;
  return readForRules(transaction, limits);
};

async function readForRules(
  transaction: Parameters<RequestStage>[0],
  { inspectedBytes: limit, inspectedSeconds }: EdgeLimits,
): Promise<EdgeAnswer | undefined> {
  const { request, response } = transaction;
  if (waitsForContinue(request)) response.writeContinue();
  const beginning = await readBeginning(request, limit, inspectedSeconds * 1000);
  if (!beginning) return problem('slowRequest');
  transaction.beginning = beginning;
  const isTruncated = beginning.bytes.length > limit;
  const kept = beginning.bytes.subarray(0, limit);
  const content = await contentOf(kept, transaction.header('content-encoding'), isTruncated);
  const isCut = content !== kept && content.length >= MOST_BYTES;
  transaction.live ??= new LiveRequest(transaction);
  transaction.live.setBody(content.toString('latin1'), isTruncated || isCut);
  return undefined;
}

/**
 * Compressed bodies are looked at decoded, within a bound. Those that cannot be decoded are looked at
 * as they came: many servers do not care what a body says about its encoding.
 */
async function contentOf(
  bytes: Buffer,
  encoding: string | undefined,
  isTruncated: boolean,
): Promise<Buffer> {
  if (encoding === undefined) return bytes;
  const content = await decodeContent(bytes, encoding, !isTruncated);
  if (!content || content.length === 0) return bytes;
  return Buffer.from(content.buffer, content.byteOffset, content.length);
}
