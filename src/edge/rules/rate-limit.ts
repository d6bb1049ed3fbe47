import type { RateLimit } from '../../contracts/rate-questions.ts';
import { needBody } from '../../request/body/inspected-body.ts';
import type { NodeRates } from '../limits/node-rates.ts';
import type { RateCounters } from '../limits/rate-counters.ts';
import type { RuleContext, RuleServices } from './compiled-rule.ts';
import type { DeferredCount, ResponseScore } from './deferred-effects.ts';
import { compileCondition, type ListFinder, looksAtResponse } from './expression-values.ts';
import type { LiveRequest } from './live-request.ts';
import { rateKeys } from './rate-keys.ts';
import { holdsForAny } from './readings.ts';
import type { RuleEffects } from './rule-effects.ts';

/** The rate limit of a rule, with the members of the API. */
export interface RateParameters {
  readonly characteristics: readonly string[];
  readonly period: number;
  readonly requests_per_period?: number;
  /** Limits the sum of scores instead of the number of requests. The origin sends a score in a response header. */
  readonly score_per_period?: number;
  readonly score_response_header_name?: string;
  readonly counting_expression?: string;
  readonly mitigation_timeout?: number;
  readonly requests_to_origin?: boolean;
}

type RateContext = Pick<RuleContext, 'request' | 'effects'> & {
  readonly edge: Pick<RuleServices, 'rates' | 'nodeRates'>;
};

/**
 * Thrown when a rule has to ask the primary for the count of a key. As for `bodyNotRead`, run-phase.ts catches it, waits
 * for the answer, and evaluates the rule again.
 */
export const rateNotAsked = new Error(
  'a rule needs a count of the primary, which was not asked yet',
);

export interface CompiledRate {
  /** Whether the rule acts. If not, the request is counted, now or when its response arrives. */
  readonly acts: (context: RateContext, matches: boolean, ruleId: string) => boolean;
  /** For a request with several readings: it is counted once for each distinct key of all readings. */
  readonly actsForAny: (
    context: RateContext,
    readings: readonly LiveRequest[],
    matches: (reading: LiveRequest) => boolean,
    ruleId: string,
  ) => boolean;
}

interface Counted {
  readonly matches: boolean;
  readonly counts: boolean;
}

/** Keys of a request that the primary is asked about; with more, the process decides by its own counts. */
const MAX_ASKED = 4;

export function compileRate(rate: RateParameters, list?: ListFinder): CompiledRate {
  const keysOf = rateKeys(rate.characteristics);
  const counting = rate.counting_expression
    ? compileCondition(rate.counting_expression, {}, list)
    : undefined;
  const scoreHeader = rate.score_response_header_name?.toLowerCase();
  const score = scoreHeader === undefined ? undefined : { header: scoreHeader, last: 1 };
  const late = (counting && looksAtResponse(counting)) || score !== undefined;
  // A counting expression that reads the response is evaluated later, for every request: it also counts requests that
  // do not match the rule.
  const countsNow = late ? undefined : counting;
  const limit: RateLimit = {
    periodMs: rate.period * 1000,
    requests: rate.score_per_period ?? rate.requests_per_period ?? 0,
    timeoutMs: (rate.mitigation_timeout ?? 0) * 1000,
  };
  // When the response arrives, the body has been sent to the origin and is no longer available.
  const countsBodyLater = late && counting !== undefined && needBody(counting.fields);
  const doesCount = (request: LiveRequest, matches: boolean): boolean => {
    const counts = countsNow ? countsNow.evaluate(request) : matches || counting !== undefined;
    if (counts && countsBodyLater) request.inspectedBody.require();
    return counts;
  };
  const expected = () => Math.min(score?.last ?? 1, limit.requests);
  /** The processes of a node share the counts of limits that count requests as they arrive. */
  const sharedBy = ({ nodeRates }: RateContext['edge'], keys: number) =>
    !late && keys <= MAX_ASKED && nodeRates?.covers(limit) ? nodeRates : undefined;
  const waitMs = (context: RateContext, key: string, counts: boolean, keys: number): number => {
    const { effects, edge } = context;
    const shared = counts ? sharedBy(edge, keys) : undefined;
    if (shared) return sharedWait(effects, edge, shared, { key, limit });
    if (edge.rates.isOver(key, limit, counts && !late ? 1 : 0)) {
      return Math.max(1, edge.rates.waitMs(key, limit));
    }
    // Nothing is known but that a response will arrive, so the visitor may try again at once.
    return late && edge.rates.mayExceed(key, limit, expected()) ? 1 : 0;
  };
  const isOver = (
    context: RateContext,
    key: string,
    { matches, counts }: Counted,
    keys: number,
  ): boolean => {
    const ms = matches ? waitMs(context, key, counts, keys) : 0;
    if (ms > 0) context.effects.retryAfterMs = ms;
    return ms > 0;
  };
  const count = (
    { effects, edge }: RateContext,
    key: string,
    matches: boolean,
    keys: number,
  ): void => {
    if (late) {
      const reserved = matches ? expected() : 0;
      if (matches) edge.rates.reserved.add(key, reserved);
      effects.deferredCounts.push({ key, limit, counting, score, reserved });
      return;
    }
    const shared = sharedBy(edge, keys);
    if (shared && !matches) shared.report(key, limit);
    else if (shared && !effects.rateAnswers.has(key)) shared.note(key);
    edge.rates.count(key, limit);
    if (rate.requests_to_origin) effects.originCounts.push({ key, limit });
  };
  const actsForAny: CompiledRate['actsForAny'] = (context, readings, matchesReading, ruleId) => {
    const byKey = new Map<string, Counted>();
    for (const request of readings) {
      const matches = matchesReading(request);
      const counts = doesCount(request, matches);
      if (!counts && !matches) continue;
      for (const key of keysOf(ruleId, request)) {
        const other = byKey.get(key);
        byKey.set(key, {
          matches: matches || other?.matches === true,
          counts: counts || other?.counts === true,
        });
      }
    }
    // Requests that the rule acts on are not counted: otherwise a throttled visitor would never get below the limit.
    const { size } = byKey;
    for (const [key, counted] of byKey) if (isOver(context, key, counted, size)) return true;
    for (const [key, { counts, matches }] of byKey) {
      if (counts) count(context, key, matches, size);
    }
    return false;
  };
  return {
    acts: (context, matches, ruleId) =>
      actsForAny(context, [context.request], () => matches, ruleId),
    actsForAny,
  };
}

/** Throws `rateNotAsked` if the primary has to be asked. */
function sharedWait(
  effects: RateContext['effects'],
  { rates }: RateContext['edge'],
  shared: NodeRates,
  question: { readonly key: string; readonly limit: RateLimit },
): number {
  const { key, limit } = question;
  const answer = effects.rateAnswers.get(key);
  if (answer !== undefined) return answer;
  const limitedMs = rates.limitedMs(key);
  if (limitedMs > 0) return limitedMs;
  if (shared.isFirst(key, limit)) return 0;
  effects.rateQuestion = question;
  throw rateNotAsked;
}

/** Counts the deferred requests when the head of the response has arrived. */
export function countDeferred(
  counts: DeferredCount[],
  request: LiveRequest,
  rates: RateCounters,
): void {
  for (const { key, limit, counting, score, reserved } of counts.splice(0)) {
    rates.reserved.remove(key, reserved);
    if (counting && !holdsForAny(request, counting.evaluate)) continue;
    const weight = score ? scoreOf(request, score) : 1;
    if (weight > 0) rates.count(key, limit, weight);
  }
}

/** Settles the counts of an exchange. A request that was not sent to an origin costs nothing; one without a response costs its reservation. */
export function settleCounts(
  { deferredCounts, originCounts }: RuleEffects,
  wasSent: boolean,
  { rates, nodeRates }: RateContext['edge'],
): void {
  for (const { key, limit, score, reserved } of deferredCounts.splice(0)) {
    rates.reserved.remove(key, reserved);
    if (wasSent && score && reserved > 0) rates.count(key, limit, reserved);
  }
  if (wasSent) return;
  for (const { key, limit } of originCounts) {
    rates.refund(key, limit);
    if (nodeRates?.covers(limit)) nodeRates.takeBack(key);
  }
}

function scoreOf({ response }: LiveRequest, score: ResponseScore): number {
  const found = response?.headers.find(([name]) => name.toLowerCase() === score.header);
  const text = found?.[1] ?? '';
  const weight = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  score.last = Math.max(1, weight);
  return weight;
}
