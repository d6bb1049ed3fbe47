import type { Exchange } from '../exchange.ts';
import type { FirewallCounts, FirewallFinding } from '../request-log/firewall-counts.ts';
import type { ZoneRuntime } from '../zone-runtime.ts';
import type { RuleServices } from './compiled-rule.ts';
import { RuleEffects } from './rule-effects.ts';
import { runPhase } from './run-phase.ts';
import type { RunRecord } from './run-record.ts';

const MANAGED = 'http_request_firewall_managed';
const PREVIOUS = 'previous_managed_rules';

const firewallOf: Readonly<Record<string, FirewallFinding['firewall']>> = {
  [MANAGED]: 'new',
  [PREVIOUS]: 'old',
};

export interface ComparisonServices extends RuleServices {
  readonly firewallCounts: FirewallCounts;
}

/**
 * Counts what both firewalls do with a request of a zone that runs both. The new rules come first, so the previous ones
 * have not seen the requests that these refused: now they do, without any effect. A body that the new rules refused
 * unread is empty for them.
 */
export function compareFirewalls(
  exchange: Exchange,
  zone: ZoneRuntime,
  edge: ComparisonServices,
): void {
  const { effects, live } = exchange;
  const seen = effects ? findingsOf(effects) : [];
  const isRefused = effects?.ran.some(({ ends }) => ends === 'exchange') === true;
  if (!isRefused || !effects || !live) {
    // A request that an earlier stage refused says nothing about the firewalls.
    if (effects?.lastView) edge.firewallCounts.add(zone.id, seen);
    return;
  }
  if (effects.lastView?.phase === PREVIOUS) edge.firewallCounts.add(zone.id, seen);
  if (effects.lastView?.phase !== MANAGED) return;
  const silent = new RuleEffects();
  silent.skips = effects.skips;
  const context = { exchange, request: live, effects: silent, edge, exceptions: zone.exceptions };
  // The exchange is over. Waiting for the rest of a body would keep it in memory until the timeout of inspections.
  live.inspectedBody.seal();
  // Previous rules wait for nothing but bodies.
  void runPhase(PREVIOUS, zone.rules.phases.get(PREVIOUS) ?? [], context);
  edge.firewallCounts.add(zone.id, [...seen, ...findingsOf(silent)]);
}

/** Taken from the records, because matches leave out rules without logging and name solved challenges differently. */
function findingsOf({ ran, lastView }: RuleEffects): FirewallFinding[] {
  const findings: FirewallFinding[] = [];
  let end = ran.length;
  for (let view = lastView; view; view = view.before) {
    const firewall = firewallOf[view.phase];
    const records = firewall ? ran.slice(view.firstRecord, end) : [];
    for (const record of records) {
      const action = actionOf(record);
      if (firewall && action) findings.push({ firewall, ruleId: record.rule.id, action });
    }
    end = view.firstRecord;
  }
  return findings;
}

/** Undefined if the rule did not act. A rule that fails may block the request. */
function actionOf({ rule, outcome, ends }: RunRecord): string | undefined {
  if (outcome === 'failed' && ends === 'exchange') return 'block';
  return outcome === 'matched' ? rule.action.name : undefined;
}
