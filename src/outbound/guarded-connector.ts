import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { getCACertificates } from 'node:tls';
import { buildConnector } from 'undici';
import type { AddressPolicy, AddressVerdict } from './address-policy.ts';
import { OutboundError } from './outbound-error.ts';
import { addressRefused } from './url-rules.ts';

/** All addresses of a name. */
export type Resolver = (hostname: string) => Promise<readonly string[]>;

export const systemResolver: Resolver = async (hostname) =>
  (await lookup(hostname, { all: true })).map((entry) => entry.address);

export interface GuardedConnectorOptions {
  readonly policy: AddressPolicy;
  /** Which verdicts are good enough for connections of this kind. */
  readonly accept: readonly AddressVerdict[];
  readonly resolve: Resolver;
  readonly connectTimeoutMs: number;
  /** Certificate authorities (PEM) to trust besides those of the system. */
  readonly extraCa?: string | undefined;
  /** Ends connections that are still being made. */
  readonly closing: AbortSignal;
}

/**
 * Opens connections for undici, to accepted addresses only. The socket gets exactly the addresses
 * that were judged, so a name that answers differently the second time (DNS rebinding) gains nothing.
 */
export function guardedConnector(options: GuardedConnectorOptions): buildConnector.connector {
  const accepts = (address: string) => options.accept.includes(options.policy.judge(address));
  const connect = buildConnector({
    timeout: options.connectTimeoutMs,
    maxCachedSessions: 0,
    lookup: guardedLookup(options.resolve, accepts),
    ...(options.extraCa && { ca: [...getCACertificates('default'), options.extraCa] }),
  });
  return (target, callback) => {
    const refuse = () => callback(addressRefused(urlOf(target)), null);
    // Sockets do not look literal addresses up.
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

/** The accepted addresses of a name, in the resolver's order; throws when there are none. */
export async function acceptedAddresses(
  hostname: string,
  resolve: Resolver,
  accepts: (address: string) => boolean,
): Promise<readonly string[]> {
  const addresses = await resolve(hostname).catch(() => []);
  if (addresses.length === 0) {
    throw new OutboundError('name_not_found', `${hostname} has no address`);
  }
  const accepted = addresses.filter(accepts);
  if (accepted.length === 0) throw addressRefused(new URL(`http://${hostname}`));
  return accepted;
}

/** The look-up of a socket that may connect to accepted addresses only. */
export function guardedLookup(
  resolve: Resolver,
  accepts: (address: string) => boolean,
): LookupFunction {
  return (hostname, { all }, callback) => {
    acceptedAddresses(hostname, resolve, accepts).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        if (all) callback(null, found);
        else callback(null, found[0]?.address ?? '', found[0]?.family);
      },
      (error) => callback(error, ''),
    );
  };
}

function urlOf(target: buildConnector.Options): URL {
  const host = isIP(target.hostname) === 6 ? `[${target.hostname}]` : target.hostname;
  return new URL(`${target.protocol}//${host}${target.port && `:${target.port}`}`);
}
