import { changeFlatHeaders, pairsOf } from '../rules/header-changes.ts';
import { LiveRequest } from '../rules/live-request.ts';
import { countLate } from '../rules/rate-limit.ts';
import { runPhase } from '../rules/run-phase.ts';
import type { RequestStage, ResponseStage } from './stage.ts';

/** Runs the rules of a phase that looks at requests. A paused zone is passed through. */
export function runRules(phase: string): RequestStage {
  return (transaction, edge) => {
    const { zone } = transaction;
    const rulesets = zone?.rules.phases.get(phase);
    if (!zone || !rulesets || zone.section.paused) return undefined;
    const changes = transaction.headerChanges.length;
    const { target } = transaction;
    transaction.live ??= new LiveRequest(transaction);
    const { live } = transaction;
    const answer = runPhase(phase, rulesets, { transaction, request: live, edge });
    // Values do not change inside a phase; the next one sees what this one did.
    if (transaction.target !== target || transaction.headerChanges.length > changes) {
      live.update(transaction);
    }
    return answer;
  };
}

/** Finds out what the request log is to hold besides. Last, so that it sees headers as they are sent. */
export const runLogRules: ResponseStage = (transaction, head, edge) => {
  const { zone } = transaction;
  const rulesets = zone?.rules.phases.get('http_log_custom_fields');
  if (!zone || !rulesets || zone.section.paused) return;
  transaction.live ??= new LiveRequest(transaction);
  const { live } = transaction;
  live.setResponse({ status: head.status, headers: pairsOf(head.headers) });
  runPhase('http_log_custom_fields', rulesets, { transaction, request: live, edge });
};

/** Runs the rules that change headers of answers, and counts what had to wait for the answer. */
export const runResponseRules: ResponseStage = (transaction, head, edge) => {
  const { zone, lateCounts } = transaction;
  const rulesets = zone?.rules.phases.get('http_response_headers_transform') ?? [];
  if (!zone || zone.section.paused || (rulesets.length === 0 && lateCounts.length === 0)) return;
  transaction.live ??= new LiveRequest(transaction);
  const { live } = transaction;
  live.setResponse({ status: head.status, headers: pairsOf(head.headers) });
  countLate(lateCounts, live, edge.rates);
  runPhase('http_response_headers_transform', rulesets, { transaction, request: live, edge });
  changeFlatHeaders(head.headers, transaction.responseHeaderChanges);
};
