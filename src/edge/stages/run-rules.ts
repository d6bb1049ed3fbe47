import { bodyTimedOut } from '../../request/body/inspected-body.ts';
import { type EdgeResponse, problem } from '../edge-response.ts';
import type { Exchange } from '../exchange.ts';
import type { RuleContext } from '../rules/compiled-rule.ts';
import { changeFlatHeaders, pairsOf } from '../rules/header-changes.ts';
import { countDeferred } from '../rules/rate-limit.ts';
import { ruleContext } from '../rules/rule-context.ts';
import { runPhase } from '../rules/run-phase.ts';
import type { ZoneRuntime } from '../zone-runtime.ts';
import { normalizeTarget } from './normalize-target.ts';
import { neededIn, type RequestStage, type ResponseStage } from './stage.ts';

const LOG_PHASE = 'http_log_custom_fields';

/** A paused zone runs no rules. */
const hasPhase = (phase: string) => (zone: ZoneRuntime) =>
  !zone.section.paused && zone.rules.phases.has(phase);

const hasRules = (zone: ZoneRuntime) => !zone.section.paused && zone.rules.phases.size > 0;

/** Runs the rules of a phase that inspects requests. */
export function runRules(phase: string): RequestStage {
  return neededIn(hasPhase(phase), (exchange, edge) => {
    const rulesets = exchange.zone?.rules.phases.get(phase) ?? [];
    const context = ruleContext(exchange, edge);
    const headerChanges = context.effects.headerChanges.length;
    const { target } = exchange;
    const response = runPhase(phase, rulesets, context);
    if (response instanceof Promise) {
      return finishLater(response, exchange, context, target, headerChanges);
    }
    return response ?? showChanges(exchange, context, target, headerChanges);
  });
}

/** Continues after a rule has waited for the body of the request. */
async function finishLater(
  running: Promise<EdgeResponse | undefined>,
  exchange: Exchange,
  context: RuleContext,
  target: string,
  headerChanges: number,
): Promise<EdgeResponse | undefined> {
  try {
    const response = await running;
    return response ?? showChanges(exchange, context, target, headerChanges);
  } catch (error) {
    if (error !== bodyTimedOut) throw error;
    return problem(exchange.stream.body?.isBroken ? 'badRequest' : 'slowRequest');
  }
}

/**
 * Applies the changes of a phase for the next phase; within a phase, values do not change. Returns a response if rules
 * have rewritten the path to an ambiguous one.
 */
function showChanges(
  exchange: Exchange,
  { request, effects }: RuleContext,
  target: string,
  headerChanges: number,
): EdgeResponse | undefined {
  const isRewritten = exchange.target !== target;
  if (!isRewritten && effects.headerChanges.length === headerChanges) return undefined;
  const refused = isRewritten ? normalizeTarget(exchange) : undefined;
  request.update(exchange, effects.headerChanges);
  return refused;
}

/** Runs the rules that add headers and cookies to the request log. */
export const runLogRules: ResponseStage = neededIn(hasPhase(LOG_PHASE), (exchange, head, edge) => {
  const rulesets = exchange.zone?.rules.phases.get(LOG_PHASE) ?? [];
  const context = ruleContext(exchange, edge);
  context.request.setResponse({ status: head.status, headers: pairsOf(head.headers) });
  runPhase(LOG_PHASE, rulesets, context);
});

/** Runs the rules that change response headers, and makes the deferred counts of rate limits. */
export const runResponseRules: ResponseStage = neededIn(hasRules, (exchange, head, edge) => {
  const { zone } = exchange;
  const rulesets = zone?.rules.phases.get('http_response_headers_transform') ?? [];
  const deferredCounts = exchange.effects?.deferredCounts ?? [];
  const isLogged = zone?.rules.phases.has(LOG_PHASE) === true;
  const isNeeded = rulesets.length > 0 || deferredCounts.length > 0 || isLogged;
  if (!isNeeded) return;
  const context = ruleContext(exchange, edge);
  context.request.setResponse({ status: head.status, headers: pairsOf(head.headers) });
  countDeferred(deferredCounts, context.request, edge.rates);
  runPhase('http_response_headers_transform', rulesets, context);
  changeFlatHeaders(head.headers, context.effects.responseHeaderChanges);
});
