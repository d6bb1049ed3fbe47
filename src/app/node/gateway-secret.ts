import { derivedKey } from '../../kernel/sealed-text.ts';
import type { Settings } from '../settings/settings.ts';
import { edgeKey } from './edge-key.ts';

/**
 * Authenticates calls of the edge to the gateway. It is derived from a stored key, because edge processes of the
 * previous primary still serve during a restart.
 */
export function gatewaySecret(settings: Pick<Settings, 'dataDir' | 'edgeKey'>): string {
  return derivedKey(() => edgeKey(settings), 'gateway')().toString('hex');
}
