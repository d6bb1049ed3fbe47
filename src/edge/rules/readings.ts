import { decodePercents } from '../../kernel/percent.ts';
import type { LiveRequest } from './live-request.ts';

/**
 * How many readings of a request a condition must hold for. Protecting actions need any reading; actions that skip
 * checks need all readings. Actions that redirect or rewrite need every target, but only one spelling of each, because
 * rules name a target in one spelling, such as `/a%20b` or `/a b`. Redirects from a list use the forwarded request.
 */
export type ReadingsNeeded = 'any' | 'all' | 'targets' | 'forwarded';

type Condition = (request: LiveRequest) => boolean;

export function holdsForAny(request: LiveRequest, condition: Condition): boolean {
  const { readings } = request;
  return readings === undefined ? condition(request) : readings.some(condition);
}

function holdsForAll(request: LiveRequest, condition: Condition): boolean {
  const { readings } = request;
  return readings === undefined ? condition(request) : readings.every(condition);
}

export function holdsForTargets(request: LiveRequest, condition: Condition): boolean {
  const { readings } = request;
  if (readings === undefined) return condition(request);
  const [held, missed] = [new Set<string>(), new Set<string>()];
  for (const reading of readings) (condition(reading) ? held : missed).add(targetOf(reading));
  return missed.isSubsetOf(held);
}

/** Ambiguous escapes stay encoded: servers differ in what they decode, so these are different targets. */
const STRUCTURE = /%(?=2f|5c|3b|3f|25)/gi;

/** Equal for spellings that differ only in unambiguous escapes. Readings of different bodies count as different targets. */
function targetOf({ target, bodyIndex }: LiveRequest): string {
  return `${bodyIndex} ${decodePercents(target.replace(STRUCTURE, '%25'))}`;
}

export const holdsFor = {
  any: holdsForAny,
  all: holdsForAll,
  targets: holdsForTargets,
  forwarded: (request: LiveRequest, condition: Condition) => condition(request),
} as const;
