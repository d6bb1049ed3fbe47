/**
 * Reads requests that come from files instead of connections, in the same readings as the edge: its normalised target
 * and host, its limits, and its decoding of bodies.
 */
import {
  defaultUrlNormalization,
  type UrlNormalization,
} from '../contracts/snapshot/url-normalization.ts';
import { type AttackReport, inspectRequest } from '../detectors/attacks/inspect-request.ts';
import { normalHost } from '../kernel/host-name.ts';
import { bodyTextOf } from './body/body-text.ts';
import { unchunked } from './body/chunked-body.ts';
import { DEFAULT_INSPECTED_BYTES } from './body/inspected-body.ts';
import { header } from './header-value.ts';
import { newRandomSeed } from './random-seed.ts';
import { hasOddHead, listReadings, type Reading } from './readings.ts';
import { parseRequestHead } from './request-head.ts';
import type { RequestRecord } from './request-record.ts';
import { isPlainTarget, type ReadTarget, readTarget } from './target/read-target.ts';
import { inspectedValues } from './values/inspected-values.ts';

/** Settings of the zone and the node, with their defaults. */
export interface ReadSettings {
  readonly urlNormalization?: UrlNormalization;
  readonly inspectedBytes?: number;
}

/** What the bytes of a request do not contain. */
export interface Circumstances {
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  readonly scheme?: 'http' | 'https';
  readonly clientAddress?: string;
}

export type RequestReading = RequestRecord & Reading;

export interface ReadRequest {
  /** The request as the origin gets it, then the other ways in which servers read it. */
  readonly readings: readonly [forwarded: RequestReading, ...others: RequestReading[]];
  /** Whether the edge refuses the request because servers find different resources at its path. */
  readonly isAmbiguousPath: boolean;
}

/**
 * Reads an HTTP/1.1 request: its head, an empty line, and the body, which is all that follows, whatever `Content-Length`
 * says. Throws an error with the number of the line if the head is not valid.
 *
 * @example const { readings } = await readRequest(await readFile(path), { receivedAt: clock.now() });
 */
export async function readRequest(
  bytes: Buffer,
  circumstances: Circumstances,
  settings: ReadSettings = {},
): Promise<ReadRequest> {
  return readingsOfRecord(parseRequest(bytes.toString('latin1'), circumstances), settings);
}

/** A request in the form in which it was sent, except for its host. */
export function parseRequest(
  text: string,
  { receivedAt, scheme: ownScheme = 'http', clientAddress = '127.0.0.1' }: Circumstances,
): RequestRecord {
  const { method, target: address, version, headers: fields, rest } = parseRequestHead(text);
  // The absolute form (RFC 9112, section 3.2.2).
  const [, ofUrl, urlHost = '', path] = /^(https?):\/\/([^/?]+)(.*)$/i.exec(address) ?? [];
  const scheme =
    ofUrl === undefined ? ownScheme : ofUrl.toLowerCase() === 'https' ? 'https' : 'http';
  const sent = fields.find(([name]) => isHost(name))?.[1];
  const headers =
    sent === undefined && urlHost !== '' ? [['Host', urlHost] as const, ...fields] : fields;
  return {
    method,
    scheme,
    target: originForm(path ?? address),
    version,
    rawHost: sent ?? urlHost,
    headers: headers.map(([name, value]) => [name, isHost(name) ? normalHost(value) : value]),
    body: rest,
    clientAddress,
    serverPort: scheme === 'https' ? 443 : 80,
    randomSeed: newRandomSeed(),
    receivedAt,
  };
}

/** The target of `OPTIONS *` and of a URL without a path is `/` at the edge. */
const originForm = (target: string): string =>
  target === '*' ? '/' : target.replace(/^(?!\/)/, '/');

const isHost = (name: string): boolean => name.toLowerCase() === 'host';

const transferEncoding = header('transfer-encoding');
const contentEncoding = header('content-encoding');
const contentType = header('content-type');

/** The readings of a request with the body as it was sent. */
export async function readingsOfRecord(
  request: RequestRecord,
  {
    urlNormalization = defaultUrlNormalization,
    inspectedBytes: limit = DEFAULT_INSPECTED_BYTES,
  }: ReadSettings = {},
): Promise<ReadRequest> {
  const { isAmbiguousPath, seen, others } = targetsOf(request.target, urlNormalization);
  const text = await bodyTextOf(bodyOf(request), {
    encoding: contentEncoding(request),
    type: contentType(request),
    limit,
  });
  const whole = {
    ...request,
    rawTarget: request.rawTarget ?? request.target,
    target: seen,
    decodedBody: text.decoded,
    bodyIsDamaged: text.isDamaged,
    bodyIsTruncated: text.isTruncated,
    bodySize: text.size,
  };
  const isOdd = hasOddHead(whole) || text.hasOddNames;
  let report: AttackReport | undefined;
  const readings: RequestReading[] = listReadings(
    [seen, ...others],
    text.readings.length,
    isOdd,
  ).map((reading) => {
    const { content, decodesParts } = text.readings[reading.bodyIndex] ?? text.readings[0];
    return {
      ...whole,
      ...reading,
      body: content,
      decodesParts,
      /** Computed lazily, because few tools need it. */
      get attacks(): AttackReport {
        report ??= inspectRequest(inspectedValues(readings));
        return report;
      },
    };
  });
  // There is at least one target and one reading of the body.
  return { readings: readings as unknown as ReadRequest['readings'], isAmbiguousPath };
}

function bodyOf(request: RequestRecord): Buffer {
  const bytes = Buffer.from(request.body, 'latin1');
  const isChunked = /\bchunked[ \t]*$/i.test(transferEncoding(request));
  return (isChunked && unchunked(bytes)) || bytes;
}

type Targets = Pick<ReadTarget, 'seen' | 'others'> & Pick<ReadRequest, 'isAmbiguousPath'>;

function targetsOf(target: string, settings: UrlNormalization): Targets {
  if (isPlainTarget(target)) return { seen: target, others: [], isAmbiguousPath: false };
  const read = readTarget(target, settings);
  const { seen, others } = read ??
    readTarget(target, { ...settings, ambiguousPaths: 'allow' }) ?? { seen: target, others: [] };
  return { seen, others, isAmbiguousPath: read === undefined };
}
