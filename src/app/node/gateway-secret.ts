import { derivedKey } from '../../kernel/sealed-text.ts';
import type { Settings } from '../settings/settings.ts';
import { edgeKey } from './edge-key.ts';

/**
 * The secret that authenticates calls of the edge to the gateway. It is derived from a stored key and not created at each start, so that
 * edge processes of the previous primary can call the gateway during a restart.
 */
export function gatewaySecret(settings: Pick<Settings, 'dataDir' | 'edgeKey'>): string {
  return derivedKey(() => edgeKey(settings), 'gateway')().toString('hex');
}
