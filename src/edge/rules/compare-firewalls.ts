import type { Exchange } from '../exchange.ts';
import type { FirewallCounts } from '../request-log/firewall-counts.ts';
import type { ZoneRuntime } from '../zone-runtime.ts';
import type { RuleServices } from './compiled-rule.ts';
import { RuleEffects } from './rule-effects.ts';
import { runPhase } from './run-phase.ts';

const MANAGED = 'http_request_firewall_managed';
const PREVIOUS = 'previous_managed_rules';

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
  const seen = effects?.matches ?? [];
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
  edge.firewallCounts.add(zone.id, [...seen, ...silent.matches]);
}
