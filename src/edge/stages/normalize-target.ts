import { defaultUrlNormalization } from '../../contracts/snapshot/url-normalization.ts';
import { isPlainTarget, readTarget } from '../../request/target/read-target.ts';
import { type EdgeResponse, problem } from '../edge-response.ts';
import type { Exchange } from '../exchange.ts';

/**
 * Normalises the path for rules and the origin, and refuses paths that servers read in different ways. Also called for
 * paths that rules have rewritten.
 */
export function normalizeTarget(exchange: Exchange): EdgeResponse | undefined {
  exchange.readTarget = undefined;
  if (isPlainTarget(exchange.target) || exchange.zone?.section.paused) return undefined;
  const settings = exchange.zone?.section.urlNormalization ?? defaultUrlNormalization;
  const read = readTarget(exchange.target, settings);
  if (!read) return problem('ambiguousPath');
  exchange.target = read.forwarded;
  exchange.readTarget = read;
  return undefined;
}
