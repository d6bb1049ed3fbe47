import type { LiveRequest } from './live-request.ts';

/**
 * How many readings of a request a condition must hold for. What protects acts if it holds for one of them; what
 * opens a way, or sends the request elsewhere, only if it holds for all.
 */
export type ReadingsNeeded = 'any' | 'all';

type Condition = (request: LiveRequest) => boolean;

export function holdsForAny(request: LiveRequest, condition: Condition): boolean {
  const { readings } = request;
  return readings === undefined ? condition(request) : readings.some(condition);
}

export function holdsForAll(request: LiveRequest, condition: Condition): boolean {
  const { readings } = request;
  return readings === undefined ? condition(request) : readings.every(condition);
}
