import type { RuleReport } from '../../detectors/sensitive-data/describe-findings.ts';
import { textTypeOf } from '../../detectors/sensitive-data/text-type.ts';
import { isKnownEncoding } from '../../kernel/decode-content.ts';
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
import type { ZoneRuntime } from '../zone-runtime.ts';
import { neededIn, type ResponseHead, type ResponseStage } from './stage.ts';

const PHASE = 'http_response_firewall_managed';

/**
 * Copies the response if rules scan it for sensitive data. The visitor never waits: a thread scans the copy after the
 * last byte was sent. If there is no memory for a copy, the response is not scanned.
 */
export const copyForScan: ResponseStage = neededIn(scansResponses, (exchange, head, edge) => {
  const { zone, upgrade, method } = exchange;
  const rulesets = zone?.rules.phases.get(PHASE);
  if (!zone || !rulesets || upgrade || method === 'HEAD') return;
  const contentType = flatHeader(head.headers, 'content-type') ?? '';
  // A stream of server-sent events has no end.
  if (!textTypeOf(contentType) || /^\s*text\/event-stream/i.test(contentType)) return;
  // Rules that match every response are evaluated only after something was found, which is rare.
  const areEvaluatedLater = zone.rules.scansAll && !exchange.ruleTimes;
  if (!areEvaluatedLater && scansOf(exchange, rulesets, edge, head).length === 0) return;
  const encoding = flatHeader(head.headers, 'content-encoding');
  if (encoding !== undefined && !isKnownEncoding(encoding)) {
    edge.telemetry.scanUnreadable();
    return;
  }
  exchange.copy = ResponseCopy.open(contentType, encoding);
  if (!exchange.copy) edge.telemetry.scanDropped();
});

function scansResponses({ section, rules }: ZoneRuntime): boolean {
  return !section.paused && rules.phases.has(PHASE);
}

/** The scans that the rules request for the response. */
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

/** Scans the copy of a response that was sent, and reports the findings. */
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
