import type { RuleSnapshot } from '../../contracts/snapshot/rulesets-section.ts';
import type { Value } from '../../expression/expression.ts';
import type { RuleContext } from './compiled-rule.ts';
import { type Compiled, liveConditionOf, liveValueOf } from './expression-values.ts';
import type { LateCount } from './later-work.ts';
import type { LiveRequest } from './live-request.ts';
import type { RateCounters } from './rate-counters.ts';

/** The rate that a rule counts, in the words of the API. */
interface RateParameters {
  readonly characteristics: readonly string[];
  readonly period: number;
  readonly requests_per_period?: number;
  /** Instead of requests, what the origin says in a header that they are worth. */
  readonly score_per_period?: number;
  readonly score_response_header_name?: string;
  readonly counting_expression?: string;
  readonly mitigation_timeout?: number;
  readonly requests_to_origin?: boolean;
}

export interface CompiledRate {
  readonly fields: ReadonlySet<string>;
  /** Whether the rule acts; counts the request where that is to be done now. */
  readonly acts: (context: RuleContext, matches: boolean) => boolean;
}

/** There is one place here, so counting by place is counting. A visitor is known by the address. */
const constants = new Set(['cf.colo.id']);
const byAddress = new Set(['ip.src', 'cf.unique_visitor_id']);

export function compileRate(rule: RuleSnapshot): CompiledRate {
  const rate = rule.ratelimit as unknown as RateParameters;
  const parts = rate.characteristics.filter((name) => !constants.has(name)).map(partOf);
  const counting = rate.counting_expression ? liveConditionOf(rate.counting_expression) : undefined;
  const scoreHeader = rate.score_response_header_name?.toLowerCase();
  const late =
    looksAtResponse(counting) || rate.requests_to_origin === true || scoreHeader !== undefined;
  const limit = {
    periodMs: rate.period * 1000,
    requests: rate.score_per_period ?? rate.requests_per_period ?? 0,
    timeoutMs: (rate.mitigation_timeout ?? 0) * 1000,
  };
  const fields = [counting, ...parts].flatMap((part) => [...(part?.fields ?? [])]);
  return {
    fields: new Set(fields),
    acts(context, matches) {
      const { request, marks, edge } = context;
      const counts = counting && !late ? counting.evaluate(request) : matches;
      if (!counts && !matches) return false;
      const key = keyOf(rule.id, parts, request);
      if (counts) {
        if (late) {
          marks.lateCounts.push({ key, periodMs: limit.periodMs, counting, scoreHeader });
        } else {
          edge.rates.count(key, limit.periodMs, request.receivedAt);
        }
      }
      return matches && edge.rates.isOver(key, limit, request.receivedAt);
    },
  };
}

/** Counts what had to wait for the answer, now that its head is there. */
export function countLate(
  counts: readonly LateCount[],
  request: LiveRequest,
  rates: RateCounters,
): void {
  for (const { key, periodMs, counting, scoreHeader } of counts) {
    if (counting && !counting.evaluate(request)) continue;
    const worth = scoreHeader === undefined ? 1 : scoreOf(request, scoreHeader);
    if (worth > 0) rates.count(key, periodMs, request.receivedAt, worth);
  }
}

function scoreOf({ response }: LiveRequest, header: string): number {
  const [, text = ''] = response?.headers.find(([name]) => name.toLowerCase() === header) ?? [];
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

function partOf(name: string): Compiled<Value | undefined> {
  return liveValueOf(byAddress.has(name) ? 'ip.src' : name);
}

function keyOf(
  ruleId: string,
  parts: readonly Compiled<Value | undefined>[],
  request: RuleContext['request'],
): string {
  let key = ruleId;
  for (const { evaluate } of parts) key += `\n${printed(evaluate(request))}`;
  return key;
}

function printed(value: Value | undefined): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function looksAtResponse(counting: Compiled<boolean> | undefined): boolean {
  return [...(counting?.fields ?? [])].some((name) => name.includes('http.response'));
}
