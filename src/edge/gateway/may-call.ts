import type { GatewayHostSnapshot } from '../../contracts/snapshot/gateway-section.ts';
import { bearerKey, isKnownSecret } from '../../kernel/secret.ts';
import type { Exchange } from '../exchange.ts';

/** Whether the host has no access keys, or the request has one of them. */
export function mayCall({ keyHashes }: GatewayHostSnapshot, exchange: Exchange): boolean {
  // Browsers send CORS preflight requests (OPTIONS) without a key.
  if (keyHashes.length === 0 || exchange.method === 'OPTIONS') return true;
  return isKnownSecret(bearerKey(exchange.header('authorization')), keyHashes);
}
