import { hash } from 'node:crypto';
import type { RateLimit } from '../../contracts/rate-questions.ts';
import type { Value } from '../../expression/expression.ts';
import { addressBlock } from '../../kernel/ip.ts';
import { needBody } from '../body/inspected-body.ts';
import type { NodeRates } from '../limits/node-rates.ts';
import type { RateCounters } from '../limits/rate-counters.ts';
import type { RuleContext, RuleServices } from './compiled-rule.ts';
import type { DeferredCount } from './deferred-effects.ts';
import {
  type Compiled,
  compileCondition,
  type ListFinder,
  liveValueOf,
  looksAtResponse,
} from './expression-values.ts';
import type { LiveRequest } from './live-request.ts';
import { holdsForAny } from './readings.ts';

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
  /** For a request with several readings: it is counted once for each distinct key of the readings. */
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

/** A part of the key that requests are counted by. */
type KeyPart = Compiled<Value | undefined>['evaluate'];

/** An installation has one data centre, so this part of a key is the same for all requests. */
const constants = new Set(['cf.colo.id']);

/** An IPv6 visitor can use any address of a /64; each address would otherwise have a limit of its own. */
const visitor: KeyPart = ({ clientAddress }) => addressBlock(clientAddress);

/** Visitors are identified by their address only. */
const visitorParts = new Set(['ip.src', 'cf.unique_visitor_id']);

/** Visitors choose the values, and keys are kept in memory and sent to other processes, so longer values are hashed. */
const LONGEST_VALUES = 64;

export function compileRate(rate: RateParameters, list?: ListFinder): CompiledRate {
  const parts = rate.characteristics.filter((name) => !constants.has(name)).map(partOf);
  const counting = rate.counting_expression
    ? compileCondition(rate.counting_expression, {}, list)
    : undefined;
  const scoreHeader = rate.score_response_header_name?.toLowerCase();
  const late =
    (counting && looksAtResponse(counting)) ||
    rate.requests_to_origin === true ||
    scoreHeader !== undefined;
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
  /** The processes of a node share the counts of limits that count requests as they arrive. */
  const sharedBy = ({ nodeRates }: RateContext['edge']) =>
    !late && nodeRates?.covers(limit) ? nodeRates : undefined;
  const waitMs = (context: RateContext, key: string, counts: boolean): number => {
    const { effects, edge } = context;
    const shared = counts ? sharedBy(edge) : undefined;
    if (shared) return sharedWait(effects, edge, shared, { key, limit });
    const isOver = edge.rates.isOver(key, limit, counts && !late ? 1 : 0);
    return isOver ? Math.max(1, edge.rates.waitMs(key, limit)) : 0;
  };
  const isOver = (context: RateContext, key: string, { matches, counts }: Counted): boolean => {
    const ms = matches ? waitMs(context, key, counts) : 0;
    if (ms > 0) context.effects.retryAfterMs = ms;
    return ms > 0;
  };
  const count = ({ effects, edge }: RateContext, key: string, matches: boolean): void => {
    if (late) {
      effects.deferredCounts.push({ key, limit, counting, scoreHeader });
      return;
    }
    const shared = sharedBy(edge);
    if (shared && !matches) shared.report(key, limit);
    else if (shared && !effects.rateAnswers.has(key)) shared.note(key);
    edge.rates.count(key, limit);
  };
  return {
    acts(context, matches, ruleId) {
      const { request } = context;
      const counts = doesCount(request, matches);
      if (!counts && !matches) return false;
      const key = keyOf(ruleId, parts, request);
      // Requests that the rule acts on are not counted: otherwise a throttled visitor would never get below the limit.
      if (isOver(context, key, { matches, counts })) return true;
      if (counts) count(context, key, matches);
      return false;
    },
    actsForAny(context, readings, matchesReading, ruleId) {
      const byKey = new Map<string, Counted>();
      for (const request of readings) {
        const matches = matchesReading(request);
        const counts = doesCount(request, matches);
        if (!counts && !matches) continue;
        const key = keyOf(ruleId, parts, request);
        const other = byKey.get(key);
        byKey.set(key, {
          matches: matches || other?.matches === true,
          counts: counts || other?.counts === true,
        });
      }
      for (const [key, counted] of byKey) if (isOver(context, key, counted)) return true;
      for (const [key, { counts, matches }] of byKey) if (counts) count(context, key, matches);
      return false;
    },
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
  counts: readonly DeferredCount[],
  request: LiveRequest,
  rates: RateCounters,
): void {
  for (const { key, limit, counting, scoreHeader } of counts) {
    if (counting && !holdsForAny(request, counting.evaluate)) continue;
    const weight = scoreHeader === undefined ? 1 : scoreOf(request, scoreHeader);
    if (weight > 0) rates.count(key, limit, weight);
  }
}

function scoreOf({ response }: LiveRequest, header: string): number {
  const [, text = ''] = response?.headers.find(([name]) => name.toLowerCase() === header) ?? [];
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

function partOf(name: string): KeyPart {
  return visitorParts.has(name) ? visitor : liveValueOf(name).evaluate;
}

function keyOf(ruleId: string, parts: readonly KeyPart[], request: LiveRequest): string {
  let values = '';
  for (const part of parts) values += `\n${printed(part(request))}`;
  // Values begin with a line end and a digest has none, so a visitor cannot send a value that equals the digest of
  // another visitor's values.
  return ruleId + (values.length > LONGEST_VALUES ? hash('sha256', values, 'base64url') : values);
}

function printed(value: Value | undefined): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
