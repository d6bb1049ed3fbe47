import { isIP, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import { guardedLookup, type Resolver } from './accepted-addresses.ts';
import type { AddressPolicy, AddressVerdict } from './address-policy.ts';
import { OutboundError } from './outbound-error.ts';
import { trustedAuthorities } from './trusted-authorities.ts';
import { addressRefused } from './url-rules.ts';

export interface GuardedConnectorOptions {
  readonly policy: AddressPolicy;
  /** The verdicts that are accepted for connections of this kind. */
  readonly accept: readonly AddressVerdict[];
  readonly resolve: Resolver;
  readonly connectTimeoutMs: number;
  /** Certificate authorities (PEM) to trust in addition to those of the system. */
  readonly extraCa?: string | undefined;
  /** False accepts any certificate. */
  readonly verifyTls: boolean;
  /** Aborts connections that are still being opened. */
  readonly closing: AbortSignal;
}

/**
 * Opens connections for undici, to accepted addresses only. The socket gets exactly the addresses that were
 * checked, so a name that resolves to another address the second time (DNS rebinding) has no effect.
 */
export function guardedConnector(options: GuardedConnectorOptions): buildConnector.connector {
  const accepts = (address: string) => options.accept.includes(options.policy.judge(address));
  const connect = buildConnector({
    timeout: options.connectTimeoutMs,
    maxCachedSessions: 0,
    lookup: guardedLookup(options.resolve, accepts),
    rejectUnauthorized: options.verifyTls,
    secureContext: trustedAuthorities(options.extraCa),
  });
  return (target, callback) => {
    const refuse = () => callback(addressRefused(urlOf(target)), null);
    // Sockets do not resolve literal addresses, so these are checked here.
    if (isIP(target.hostname) && !accepts(target.hostname)) return refuse();
    // The types hide it, but the connector returns the socket it is opening.
    const opening = connect(target, (error, socket) => {
      options.closing.removeEventListener('abort', giveUp);
      if (error) return callback(error, null);
      if (accepts(socket.remoteAddress ?? '')) return callback(null, socket);
      socket.destroy();
      refuse();
    }) as unknown as Socket;
    const giveUp = () => opening.destroy(new OutboundError('closed', 'the client was closed'));
    options.closing.addEventListener('abort', giveUp);
  };
}

function urlOf(target: buildConnector.Options): URL {
  const host = isIP(target.hostname) === 6 ? `[${target.hostname}]` : target.hostname;
  return new URL(`${target.protocol}//${host}${target.port && `:${target.port}`}`);
}
