import { memberText } from '../upstreams/read-response.ts';
import type { JsonText } from './rpc-call.ts';

/** The id of a call, of which only the beginning is known; undefined if it cannot be read. */
export function idIn(prefix: string): JsonText | undefined {
  const text = memberText(prefix, 'id');
  if (text === undefined) return undefined;
  try {
    const id: unknown = JSON.parse(text);
    return id === null || typeof id === 'string' || typeof id === 'number' ? text : undefined;
  } catch {
    return undefined;
  }
}
