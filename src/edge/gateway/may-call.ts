import type { GatewayHostSnapshot } from '../../contracts/snapshot/gateway-section.ts';
import { bearerKey, isKnownSecret } from '../../kernel/secret.ts';
import type { Exchange } from '../exchange.ts';

/** Whether the host is open, or the request has one of its keys. A key in the header wins over one in the URL. */
export function mayCall({ access, keyHashes }: GatewayHostSnapshot, exchange: Exchange): boolean {
  // Browsers send CORS preflight requests (OPTIONS) without a key.
  if (access === 'open' || exchange.method === 'OPTIONS') return true;
  const authorization = exchange.header('authorization');
  const key = authorization === undefined ? exchange.gatewayKey : bearerKey(authorization);
  return isKnownSecret(key, keyHashes);
}
