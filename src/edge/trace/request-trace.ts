import type { RequestTrace, TraceDecision } from '../../contracts/events/request-trace.ts';
import type { Exchange } from '../exchange.ts';
import { shownPath, shownText } from '../redaction/secrets.ts';
import { loggedTarget } from '../request-log/logged-target.ts';
import type { RunRecord } from '../rules/run-record.ts';
import type { ZoneRuntime } from '../zone-runtime.ts';
import { attacksTrace } from './attacks-trace.ts';
import { explainRules } from './explain-rules.ts';
import type { TraceBudget } from './trace-budget.ts';

/**
 * Whether a rule reported the request or ended it. A redirect does not count: its effect is visible, and
 * many sites redirect half of their requests.
 */
export function isFlagged({ effects }: Exchange): boolean {
  if (!effects) return false;
  if (effects.matches.length > 0) return true;
  const last = effects.ran.at(-1);
  return last !== undefined && endsRequest(last) && last.rule.action.name !== 'redirect';
}

interface TracedRequest {
  readonly exchange: Exchange;
  readonly zone: ZoneRuntime;
  readonly reason: RequestTrace['reason'];
  readonly endTick: number;
  readonly budget: TraceBudget;
}

/** Explains a request that has ended. */
export function requestTrace(traced: TracedRequest): RequestTrace {
  const { exchange, zone, reason, endTick, budget } = traced;
  const { effects, live, ruleTimes: times } = exchange;
  const { ran = [], lastView } = effects ?? {};
  const urlIsSecret = effects?.secretIn !== undefined;
  const { rules } = zone;
  const phases = explainRules({ rules, ran, lastView, live, times, budget, urlIsSecret });
  const { path } = loggedTarget(exchange);
  return {
    zoneId: zone.id,
    accountId: zone.section.accountId,
    ray: exchange.ray,
    startedAt: exchange.startedAt,
    reason,
    request: {
      method: exchange.method,
      scheme: exchange.scheme,
      host: shownText(exchange.host),
      path: shownPath(path),
      clientIp: exchange.clientAddress,
    },
    phases,
    attacks: attacksTrace(live?.made.attacks),
    decision: decisionOf(exchange, endTick),
    leftOut: budget.leftOut,
  };
}

function decisionOf(exchange: Exchange, endTick: number): TraceDecision {
  const { effects, route, startedTick, originSentTick } = exchange;
  const last = effects?.ran.at(-1);
  const decided = last && endsRequest(last) ? last.rule : undefined;
  return {
    status: exchange.loggedStatus,
    by: decided ? 'rule' : exchange.originStatus > 0 ? 'origin' : 'edge',
    ruleId: decided?.id ?? '',
    rulesetId: decided?.rulesetId ?? '',
    phase: decided ? (effects?.lastView?.phase ?? '') : '',
    problem: exchange.problem ?? '',
    pool: route?.pool.snapshot.name ?? '',
    origin: (effects?.overriddenOrigin ?? route?.origin)?.snapshot.name ?? '',
    originStatus: exchange.originStatus,
    attempts: exchange.attempts,
    micros: {
      total: since(startedTick, endTick),
      firstByte: since(startedTick, exchange.firstByteTick),
      originHead: since(originSentTick, exchange.originHeadTick),
      originTotal: since(originSentTick, exchange.originEndTick),
    },
  };
}

const endsRequest = ({ ends }: RunRecord): boolean => ends === 'exchange';

/** 0 if the end was never reached. */
const since = (from: number, to: number): number =>
  to > from ? Math.round((to - from) * 1000) : 0;
