import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { OutboundError } from './outbound-error.ts';
import { addressRefused } from './url-rules.ts';

/** Returns all addresses of a name. */
export type Resolver = (hostname: string) => Promise<readonly string[]>;

export const systemResolver: Resolver = async (hostname) =>
  (await lookup(hostname, { all: true })).map((entry) => entry.address);

/** The accepted addresses of a name, in the resolver's order; throws if there are none. */
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

/** The `lookup` function of a socket that may connect only to accepted addresses. */
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
