import type { ClientRequest, IncomingMessage } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { request as plainRequest } from '../../kernel/node-http.ts';
import { guardedLookup, type Resolver } from '../accepted-addresses.ts';
import type { AddressPolicy } from '../address-policy.ts';
import { OutboundError } from '../outbound-error.ts';
import type { Hop } from '../redirect.ts';
import { trustedAuthorities } from '../trusted-authorities.ts';
import { checkLiteral, listedOnlyReason } from '../url-rules.ts';
import type { ProbeAttempt } from './probe-attempt.ts';
import type { ProbeTarget } from './probe-check.ts';

const MAX_HEADER_BYTES = 16 * 1024;

export interface ProbeConnection {
  readonly target: ProbeTarget;
  /** The first request: its host is the target, whatever DNS returns. */
  readonly first: URL;
  readonly allowInsecure: boolean;
}

export interface ProbeHopSenderOptions {
  readonly policy: AddressPolicy;
  readonly resolve: Resolver;
  /** Certificate authorities (PEM) to trust in addition to those of the system. */
  readonly extraCa: string | undefined;
}

interface Destination {
  readonly host: string;
  readonly port: number;
  readonly lookup?: LookupFunction;
}

/** Sends single requests, each over a new connection. */
export class ProbeHopSender {
  readonly #options: ProbeHopSenderOptions;

  constructor(options: ProbeHopSenderOptions) {
    this.#options = options;
  }

  /** Resolves with the head of the response; its body must be read or destroyed. */
  async send(
    hop: Hop,
    connection: ProbeConnection,
    attempt: ProbeAttempt,
  ): Promise<IncomingMessage> {
    const isTls = hop.url.protocol === 'https:';
    const name = bareHost(hop.url);
    attempt.phase = 'connect';
    const request = (isTls ? tlsRequest : plainRequest)({
      ...this.#destination(hop, connection),
      agent: false,
      method: hop.method,
      path: hop.url.pathname + hop.url.search,
      headers: { ...hop.headers, host: hop.url.host },
      maxHeaderSize: MAX_HEADER_BYTES,
      signal: attempt.signal,
      // An address is not a server name (RFC 6066, section 3).
      servername: isIP(name) ? '' : name,
      rejectUnauthorized: !connection.allowInsecure,
      ...(isTls && { secureContext: trustedAuthorities(this.#options.extraCa) }),
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
    return await responseTo(request);
  }

  /** The target is configured, so it may have any address. Other hosts come from redirects of the target. */
  #destination(hop: Hop, { target, first }: ProbeConnection): Destination {
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

/** Resolves with the response, or rejects, whatever happens to the connection. */
async function responseTo(request: ClientRequest): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request.on('response', resolve);
  // The probe did not request an upgrade. The response code shows what the origin sent.
  request.on('upgrade', (response, socket) => {
    socket.destroy();
    resolve(response);
  });
  request.on('error', reject);
  request.on('close', () =>
    reject(new OutboundError('connection_lost', 'the connection was closed before a response')),
  );
  const response = await promise;
  // A destroyed body emits an error that nothing else handles.
  response.on('error', () => {});
  return response;
}

function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}
