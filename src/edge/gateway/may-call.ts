import type { GatewayHostSnapshot } from '../../contracts/snapshot/gateway-section.ts';
import { bearerKey, isKnownSecret } from '../../kernel/secret.ts';
import type { Exchange } from '../exchange.ts';

/** Whether a request shows a key of the host, if it has keys. */
export function mayCall({ keyHashes }: GatewayHostSnapshot, exchange: Exchange): boolean {
  // Browsers ask with OPTIONS whether they may send a key, without one.
  if (keyHashes.length === 0 || exchange.method === 'OPTIONS') return true;
  return isKnownSecret(bearerKey(exchange.header('authorization')), keyHashes);
}
