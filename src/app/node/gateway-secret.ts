import { derivedKey } from '../../kernel/sealed-text.ts';
import type { Settings } from '../settings/settings.ts';
import { edgeKey } from './edge-key.ts';

/** By it the gateway knows calls of the edge. It stays the same when a node is restarted, while old edge processes still serve. */
export function gatewaySecret(settings: Pick<Settings, 'dataDir' | 'edgeKey'>): string {
  return derivedKey(() => edgeKey(settings), 'gateway')().toString('hex');
}
