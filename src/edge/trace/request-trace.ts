import type { RequestTrace, TraceDecision } from '../../contracts/events/request-trace.ts';
import { loggedTarget } from '../request-log/logged-target.ts';
import type { RunRecord } from '../rules/run-record.ts';
import type { Transaction } from '../transaction.ts';
import type { ZoneRuntime } from '../zone-runtime.ts';
import { explainRules } from './explain-rules.ts';
import { shownPath, shownText } from './secrets.ts';
import { TraceBudget } from './trace-budget.ts';

/**
 * Whether a rule has something to say about a request: it reported it, or ended it. A redirect says
 * what it did by itself, and many sites redirect half of their traffic.
 */
export function isFlagged({ marks }: Transaction): boolean {
  if (!marks) return false;
  if (marks.matches.length > 0) return true;
  const last = marks.ran.at(-1);
  return last !== undefined && endsAll(last) && last.rule.info.action !== 'redirect';
}

/** Explains a request that is over. */
export function requestTrace(
  transaction: Transaction,
  zone: ZoneRuntime,
  reason: RequestTrace['reason'],
  endTick: number,
): RequestTrace {
  const { marks, live, ruleTimes: times } = transaction;
  const budget = new TraceBudget();
  const { ran = [], lastView } = marks ?? {};
  const addressIsSecret = marks?.secretIn !== undefined;
  const { rules } = zone;
  const phases = explainRules({ rules, ran, lastView, live, times, budget, addressIsSecret });
  const { path } = loggedTarget(transaction);
  return {
    zoneId: zone.id,
    accountId: zone.section.accountId,
    ray: transaction.ray,
    startedAt: transaction.startedAt,
    reason,
    request: {
      method: transaction.method,
      scheme: transaction.scheme,
      host: shownText(transaction.host),
      path: shownPath(path),
      clientIp: transaction.clientAddress,
    },
    phases,
    decision: decisionOf(transaction, endTick),
    leftOut: budget.leftOut,
  };
}

function decisionOf(transaction: Transaction, endTick: number): TraceDecision {
  const { marks, route, startedTick, originSentTick } = transaction;
  const last = marks?.ran.at(-1);
  const decided = last && endsAll(last) ? last.rule : undefined;
  return {
    status: transaction.loggedStatus,
    by: decided ? 'rule' : transaction.originStatus > 0 ? 'origin' : 'edge',
    ruleId: decided?.id ?? '',
    rulesetId: decided?.rulesetId ?? '',
    phase: decided ? (marks?.lastView?.phase ?? '') : '',
    problem: transaction.problem ?? '',
    pool: route?.pool.snapshot.name ?? '',
    origin: (marks?.overriddenOrigin ?? route?.origin)?.snapshot.name ?? '',
    originStatus: transaction.originStatus,
    attempts: transaction.attempts,
    micros: {
      total: since(startedTick, endTick),
      firstByte: since(startedTick, transaction.firstByteTick),
      originHead: since(originSentTick, transaction.originHeadTick),
      originTotal: since(originSentTick, transaction.originEndTick),
    },
  };
}

const endsAll = ({ ends }: RunRecord): boolean => ends === 'answer';

/** 0 when the end was never reached. */
const since = (from: number, to: number): number =>
  to > from ? Math.round((to - from) * 1000) : 0;
