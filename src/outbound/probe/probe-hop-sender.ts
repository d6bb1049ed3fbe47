import type { ClientRequest, IncomingMessage } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { isIP } from 'node:net';
import { request as plainRequest } from '../../kernel/node-http.ts';
import { OutboundError } from '../outbound-error.ts';
import type { Hop } from '../redirect.ts';
import { trustedAuthorities } from '../trusted-authorities.ts';
import type { ProbeAttempt } from './probe-attempt.ts';
import type { ProbeTarget } from './probe-check.ts';

export interface ProbeConnection {
  /** Every request goes there, whatever the host of its URL resolves to. */
  readonly target: ProbeTarget;
  readonly allowInsecure: boolean;
}

/** Sends single requests, each over a new connection. */
export class ProbeHopSender {
  /** Certificate authorities (PEM) to trust in addition to those of the system. */
  readonly #extraCa: string | undefined;

  readonly #maxHeaderBytes: number;

  constructor(extraCa: string | undefined, maxHeaderBytes: number) {
    this.#extraCa = extraCa;
    this.#maxHeaderBytes = maxHeaderBytes;
  }

  /** Resolves with the head of the response; its body must be read or destroyed. */
  async send(
    hop: Hop,
    { target, allowInsecure }: ProbeConnection,
    attempt: ProbeAttempt,
  ): Promise<IncomingMessage> {
    const isTls = hop.url.protocol === 'https:';
    const name = bareHost(hop.url);
    attempt.phase = 'connect';
    const request = (isTls ? tlsRequest : plainRequest)({
      host: target.address,
      port: target.port,
      agent: false,
      method: hop.method,
      path: hop.url.pathname + hop.url.search,
      headers: { ...hop.headers, host: hop.url.host },
      maxHeaderSize: this.#maxHeaderBytes,
      signal: attempt.signal,
      // An address is not a server name (RFC 6066, section 3).
      servername: isIP(name) ? '' : name,
      rejectUnauthorized: !allowInsecure,
      ...(isTls && { secureContext: trustedAuthorities(this.#extraCa) }),
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
