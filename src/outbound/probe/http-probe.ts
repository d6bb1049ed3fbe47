import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { OutboundError } from '../outbound-error.ts';
import { type Hop, nextHop } from '../redirect.ts';
import { parseUrl } from '../url-rules.ts';
import type { FailureReason } from './failure-reason.ts';
import type { ProbeAttempt } from './probe-attempt.ts';
import type { HttpCheck, ProbeTarget } from './probe-check.ts';
import type { ProbeHopSender } from './probe-hop-sender.ts';

const MAX_REDIRECTS = 5;
/** The expected text must be within this prefix of the body; no more is read. */
const BODY_BYTES = 10 * 1024;
const USER_AGENT = 'Palisade-Health-Check';

/** Sends one request and judges the response; throws if there is none. */
export async function probeHttp(
  target: ProbeTarget,
  check: HttpCheck,
  attempt: ProbeAttempt,
  sender: ProbeHopSender,
): Promise<FailureReason> {
  const response = await follow(target, check, attempt, sender);
  const code = response.statusCode ?? 0;
  try {
    const isExpected = check.expectedCodes.some(({ from, to }) => code >= from && code <= to);
    if (!isExpected) return 'Response code mismatch error';
    if (check.expectedBody === '') return 'No failures';
    const text = await prefixOf(response);
    const found = text.toLowerCase().includes(check.expectedBody.toLowerCase());
    return found ? 'No failures' : 'Response body mismatch error';
  } finally {
    response.destroy();
  }
}

/**
 * Sends the first request and follows redirects on the same scheme, host and port: an origin must not lead the node to
 * another server. Other redirects are responses.
 */
async function follow(
  target: ProbeTarget,
  check: HttpCheck,
  attempt: ProbeAttempt,
  sender: ProbeHopSender,
): Promise<IncomingMessage> {
  const first = firstHop(target, check);
  const connection = { target, allowInsecure: check.allowInsecure };
  for (let hop = first, redirects = 0; ; redirects++) {
    const response = await sender.send(hop, connection, attempt);
    attempt.responseCode = response.statusCode;
    if (!check.followRedirects) return response;
    try {
      const next = nextHop(hop, response.statusCode ?? 0, response.headers.location, []);
      if (next?.url.origin !== first.url.origin) return response;
      if (redirects === MAX_REDIRECTS) {
        throw new OutboundError('too_many_redirects', `redirects more than ${MAX_REDIRECTS} times`);
      }
      hop = next;
    } catch (error) {
      response.destroy();
      throw error;
    }
    response.destroy();
  }
}

function firstHop({ address, port }: ProbeTarget, check: HttpCheck): Hop {
  const headers = Object.entries(check.headers).map(
    ([name, values]) => [name.toLowerCase(), values.join(', ')] as const,
  );
  const { host, ...others } = Object.fromEntries(headers);
  const own = `${isIPv6(address) ? `[${address}]` : address}:${port}`;
  return {
    url: firstUrl(`${check.kind}://${host || own}`, check.path),
    method: check.method,
    headers: { ...others, 'user-agent': USER_AGENT },
    body: undefined,
    cameFromTls: false,
  };
}

/** A problem of the first URL is an error of the monitor, not of the origin. */
function firstUrl(origin: string, path: string): URL {
  const problem = new OutboundError('invalid_request', 'the monitor has no usable host or path');
  try {
    // Neither a host that contains a path nor a path that contains a host may change the other part.
    if (parseUrl(origin).pathname !== '/') throw problem;
    return parseUrl(origin + (path.startsWith('/') ? path : `/${path}`));
  } catch {
    throw problem;
  }
}

async function prefixOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= BODY_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, BODY_BYTES).toString();
}
