import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, type ZlibOptions, zstdDecompress } from 'node:zlib';
import { type EdgeAnswer, problem } from '../edge-answer.ts';
import { LiveRequest } from '../rules/live-request.ts';
import { readBeginning } from '../upstream/body-beginning.ts';
import { hasBody } from '../upstream/request-body.ts';
import type { RequestStage } from './stage.ts';

/** How long the bytes that rules look at may take to arrive, in milliseconds. */
const BEGINNING_MS = 30_000;
/** How much longer than itself a compressed body may become before we stop looking. */
const MAX_GROWTH = 8;

type Decode = (data: Buffer, options: ZlibOptions) => Promise<Buffer>;

const decoders: Readonly<Record<string, Decode>> = {
  gzip: promisify<Buffer, ZlibOptions, Buffer>(gunzip),
  'x-gzip': promisify<Buffer, ZlibOptions, Buffer>(gunzip),
  deflate: promisify<Buffer, ZlibOptions, Buffer>(inflate),
  br: promisify<Buffer, ZlibOptions, Buffer>(brotliDecompress as never),
  zstd: promisify<Buffer, ZlibOptions, Buffer>(zstdDecompress as never),
};

/**
 * Keeps the beginning of a body for rules that look at it, and only for them. The origin gets the
 * very bytes that came, whatever was made of them here.
 */
export const readBody: RequestStage = (transaction, { limits }) => {
  const { zone, request } = transaction;
  if (!zone?.rules.needsBody || zone.section.paused || !hasBody(request)) return undefined;
  return readForRules(transaction, limits.inspectedBytes);
};

async function readForRules(
  transaction: Parameters<RequestStage>[0],
  limit: number,
): Promise<EdgeAnswer | undefined> {
  const { request, response } = transaction;
  if (request.headers.expect !== undefined) response.writeContinue();
  const beginning = await readBeginning(request, limit, BEGINNING_MS);
  if (!beginning) return problem('slowRequest');
  transaction.beginning = beginning;
  const isWhole = beginning.isWhole && beginning.bytes.length <= limit;
  const kept = beginning.bytes.subarray(0, limit);
  const decoded = await decodedBody(kept, transaction.header('content-encoding'), limit);
  transaction.live ??= new LiveRequest(transaction);
  transaction.live.setBody(decoded.toString('latin1'), !isWhole);
  return undefined;
}

/** What cannot be decoded is looked at as it came. */
async function decodedBody(
  bytes: Buffer,
  encoding: string | undefined,
  limit: number,
): Promise<Buffer> {
  const decode = decoders[encoding?.trim().toLowerCase() ?? ''];
  if (!decode) return bytes;
  return await decode(bytes, { maxOutputLength: limit * MAX_GROWTH }).catch(() => bytes);
}
