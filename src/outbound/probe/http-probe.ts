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
/** Text that is looked for must be in this many bytes of the body; no more are read. */
const BODY_BYTES = 10 * 1024;
const USER_AGENT = 'Palisade-Health-Check';

/** Asks once and judges the answer; throws when there is none. */
export async function probeHttp(
  target: ProbeTarget,
  check: HttpCheck,
  attempt: ProbeAttempt,
  sender: ProbeHopSender,
): Promise<FailureReason> {
  const answer = await follow(target, check, attempt, sender);
  const code = answer.statusCode ?? 0;
  try {
    const isExpected = check.expectedCodes.some(({ from, to }) => code >= from && code <= to);
    if (!isExpected) return 'Response code mismatch error';
    if (check.expectedBody === '') return 'No failures';
    const text = await beginningOf(answer);
    const found = text.toLowerCase().includes(check.expectedBody.toLowerCase());
    return found ? 'No failures' : 'Response body mismatch error';
  } finally {
    answer.destroy();
  }
}

/** Sends the first request and those that redirects ask for. */
async function follow(
  target: ProbeTarget,
  check: HttpCheck,
  attempt: ProbeAttempt,
  sender: ProbeHopSender,
): Promise<IncomingMessage> {
  const first = firstHop(target, check);
  // They were meant for this origin: another host gets none of them.
  const ownHeaders = Object.keys(check.headers);
  for (let hop = first, redirects = 0; ; redirects++) {
    const connection = { target, first: first.url, allowInsecure: check.allowInsecure };
    const answer = await sender.send(hop, connection, attempt);
    attempt.responseCode = answer.statusCode;
    if (!check.followRedirects) return answer;
    try {
      const next = nextHop(hop, answer.statusCode ?? 0, answer.headers.location, ownHeaders);
      if (!next) return answer;
      if (redirects === MAX_REDIRECTS) {
        throw new OutboundError('too_many_redirects', `redirects more than ${MAX_REDIRECTS} times`);
      }
      hop = next;
    } catch (error) {
      answer.destroy();
      throw error;
    }
    answer.destroy();
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

/** What is wrong with the first URL is the monitor's fault, not that of whom it asks. */
function firstUrl(origin: string, path: string): URL {
  const problem = new OutboundError('invalid_request', 'the monitor has no usable host or path');
  try {
    // A host that brings a path of its own, or a path that names a host, stays what it is.
    if (parseUrl(origin).pathname !== '/') throw problem;
    return parseUrl(origin + (path.startsWith('/') ? path : `/${path}`));
  } catch {
    throw problem;
  }
}

async function beginningOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= BODY_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, BODY_BYTES).toString();
}
