import { ruleCapability, rulesetCapabilities } from '../../catalogs/rule-rights.ts';
import { requireCapability } from '../../http/guard.ts';
import type { Principal, Resource } from '../../http/principal.ts';
import type { RulesetScope } from './ruleset-model.ts';

/** A caller's rights on rulesets by phase: some permission groups cover only a few phases. */
export interface RulesetRights {
  mayRead(phase: string): boolean;
  mayWrite(phase: string): boolean;
  /** Throws an `ApiError` that names the missing permission; so does `requireWrite`. */
  requireRead(phase: string): void;
  requireWrite(phase: string): void;
}

export function rulesetRights(
  principal: Principal,
  { accountId, zoneId }: RulesetScope,
): RulesetRights {
  const resource: Resource =
    zoneId === undefined ? { type: 'account', accountId } : { type: 'zone', zoneId, accountId };
  const capabilityOf = (phase: string, right: 'read' | 'write') =>
    ruleCapability(phase, resource.type, right);
  return {
    mayRead: (phase) => principal.allows(capabilityOf(phase, 'read'), resource),
    mayWrite: (phase) => principal.allows(capabilityOf(phase, 'write'), resource),
    requireRead: (phase) => requireCapability(principal, capabilityOf(phase, 'read'), resource),
    requireWrite: (phase) => requireCapability(principal, capabilityOf(phase, 'write'), resource),
  };
}

/** The guard admits callers with the right on any phase; the handler checks the phase. */
export function rulesetAccess(owner: 'zone' | 'account', right: 'read' | 'write') {
  const { base, others } = rulesetCapabilities(owner, right);
  const named = ({ phase }: Readonly<Record<string, string | undefined>>) =>
    phase === undefined ? undefined : ruleCapability(phase, owner, right);
  return { kind: 'capability', capability: base, others, named } as const;
}
