import { type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { getCACertificates } from 'node:tls';
import { guardedLookup, type Resolver } from '../accepted-addresses.ts';
import type { AddressPolicy } from '../address-policy.ts';
import { OutboundError } from '../outbound-error.ts';
import type { Hop } from '../redirect.ts';
import { checkLiteral, listedOnlyReason } from '../url-rules.ts';
import type { ProbeAttempt } from './probe-attempt.ts';
import type { ProbeTarget } from './probe-check.ts';

const MAX_HEADER_BYTES = 16 * 1024;

export interface ProbeConnection {
  readonly target: ProbeTarget;
  /** What was asked for first: its host is the target, whatever DNS says. */
  readonly first: URL;
  readonly allowInsecure: boolean;
}

export interface ProbeHopSenderOptions {
  readonly policy: AddressPolicy;
  readonly resolve: Resolver;
  /** Certificate authorities (PEM) to trust besides those of the system. */
  readonly extraCa: string | undefined;
}

interface Place {
  readonly host: string;
  readonly port: number;
  readonly lookup?: LookupFunction;
}

/** Sends single requests, each over a connection of its own. */
export class ProbeHopSender {
  readonly #options: ProbeHopSenderOptions;
  readonly #ca: string[] | undefined;

  constructor(options: ProbeHopSenderOptions) {
    this.#options = options;
    this.#ca = options.extraCa ? [...getCACertificates('default'), options.extraCa] : undefined;
  }

  /** Resolves with the head of the answer; its body must be read or destroyed. */
  async send(
    hop: Hop,
    connection: ProbeConnection,
    attempt: ProbeAttempt,
  ): Promise<IncomingMessage> {
    const isTls = hop.url.protocol === 'https:';
    const name = bareHost(hop.url);
    attempt.phase = 'connect';
    const request = (isTls ? tlsRequest : plainRequest)({
      ...this.#place(hop, connection),
      agent: false,
      method: hop.method,
      path: hop.url.pathname + hop.url.search,
      headers: { ...hop.headers, host: hop.url.host },
      maxHeaderSize: MAX_HEADER_BYTES,
      signal: attempt.signal,
      // An address is not a server name (RFC 6066, section 3).
      servername: isIP(name) ? '' : name,
      rejectUnauthorized: !connection.allowInsecure,
      ...(this.#ca && { ca: this.#ca }),
    });
    request.on('socket', (socket) => {
      socket.once('connect', () => {
        attempt.phase = isTls ? 'tls' : 'http';
      });
      socket.once('secureConnect', () => {
        attempt.phase = 'http';
      });
    });
    request.end();
    return await answerTo(request);
  }

  /** Operators choose the target, so it may be anywhere. Other hosts were chosen by the target. */
  #place(hop: Hop, { target, first }: ProbeConnection): Place {
    const { url } = hop;
    const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
    if (url.hostname === first.hostname) {
      return { host: target.address, port: url.origin === first.origin ? target.port : port };
    }
    const { policy, resolve } = this.#options;
    const reason = listedOnlyReason(url, {}, hop.cameFromTls);
    checkLiteral(url, policy, reason);
    const accepts = (address: string) => {
      const verdict = policy.judge(address);
      return verdict === 'listed' || (verdict === 'public' && !reason);
    };
    return { host: bareHost(url), port, lookup: guardedLookup(resolve, accepts) };
  }
}

/** Whatever happens to the connection, there is an answer or an error. */
async function answerTo(request: ClientRequest): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request.on('response', resolve);
  // Nobody asked for another protocol; the code tells what came instead.
  request.on('upgrade', (answer, socket) => {
    socket.destroy();
    resolve(answer);
  });
  request.on('error', reject);
  request.on('close', () => reject(new OutboundError('connection_lost', 'no answer came')));
  const answer = await promise;
  // A body that is given up ends with an error nobody waits for.
  answer.on('error', () => {});
  return answer;
}

function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}
