import { isKnownEncoding } from '../../detectors/sensitive-data/decode-content.ts';
import type { RuleReport } from '../../detectors/sensitive-data/describe-findings.ts';
import { textTypeOf } from '../../detectors/sensitive-data/text-type.ts';
import type { EdgeContext } from '../edge-context.ts';
import type { Exchange } from '../exchange.ts';
import { firewallEvent } from '../request-log/firewall-events.ts';
import type { CompiledRuleset } from '../rules/compiled-rule.ts';
import type { ResponseScan } from '../rules/deferred-effects.ts';
import { flatHeader, pairsOf } from '../rules/header-changes.ts';
import { scanMatches } from '../rules/response-scan.ts';
import { ruleContext } from '../rules/rule-context.ts';
import { runPhase } from '../rules/run-phase.ts';
import { ResponseCopy } from '../upstream/response-copy.ts';
import type { ResponseHead, ResponseStage } from './stage.ts';

const PHASE = 'http_response_firewall_managed';

/**
 * Finds out whether an answer is to be looked through, and then keeps a copy of it. The visitor never
 * waits: looking begins when the last byte is out, in a thread, and is left out when there is no room.
 */
export const copyForScan: ResponseStage = (exchange, head, edge) => {
  const { zone, upgrade, method } = exchange;
  const rulesets = zone?.rules.phases.get(PHASE);
  if (!zone || !rulesets || zone.section.paused || upgrade || method === 'HEAD') return;
  const contentType = flatHeader(head.headers, 'content-type') ?? '';
  // A stream of events has no end to wait for.
  if (!textTypeOf(contentType) || /^\s*text\/event-stream/i.test(contentType)) return;
  // Rules that say the same of every answer are asked when something was found, which is seldom.
  const areAskedLater = zone.rules.scansAll && !exchange.ruleTimes;
  if (!areAskedLater && scansOf(exchange, rulesets, edge, head).length === 0) return;
  const encoding = flatHeader(head.headers, 'content-encoding');
  if (encoding !== undefined && !isKnownEncoding(encoding)) {
    edge.telemetry.scanUnreadable();
    return;
  }
  exchange.copy = ResponseCopy.open(contentType, encoding);
  if (!exchange.copy) edge.telemetry.scanDropped();
};

/** Asks rules what an answer is to be looked through for. */
function scansOf(
  exchange: Exchange,
  rulesets: readonly CompiledRuleset[],
  edge: EdgeContext,
  head?: ResponseHead,
): readonly ResponseScan[] {
  const context = ruleContext(exchange, edge);
  if (head) context.request.setResponse({ status: head.status, headers: pairsOf(head.headers) });
  runPhase(PHASE, rulesets, context);
  return context.effects.scans;
}

/** Looks through the copy of an answer that was sent, and reports what is found. */
export function scanCopy(exchange: Exchange, edge: EdgeContext): void {
  const { zone, copy } = exchange;
  const rulesets = zone?.rules.phases.get(PHASE);
  if (!zone || !copy || !rulesets) return;
  const job = copy.take();
  const isAccepted = job && edge.scanner.submit(job, report);
  if (!isAccepted) edge.telemetry.scanDropped();

  function report(reports: readonly RuleReport[]): void {
    if (!zone || !rulesets) return;
    const known = exchange.effects?.scans ?? [];
    const scans = known.length > 0 ? known : scansOf(exchange, rulesets, edge);
    const matches = scans.flatMap((wanted) => scanMatches(wanted, reports));
    matches.forEach((match, n) => {
      edge.securityLog.add(firewallEvent(exchange, zone, match, matches.length - 1 - n));
    });
    if (matches.length > 0) edge.traces.found(exchange, zone);
  }
}
