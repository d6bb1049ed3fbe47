import { type Plan, planIncludes } from '../../catalogs/plans.ts';
import { ApiError } from '../../http/api-error.ts';
import type { ZoneFinder, ZoneScope } from '../../resources/scope.ts';

/** Throws if the zone has left the previous managed rules for rulesets. */
export type RequireNotMigrated = (zone: ZoneScope) => Promise<void>;

/** Throws if the plan of the zone is lower than `tier`. */
export function requirePlan({ plan }: ZoneScope, tier: Plan['tier'], feature: string): void {
  if (!planIncludes(plan, tier)) throw new ApiError('notEntitled', { feature, plan });
}

/** Finds zones that still have the previous managed rules. */
export function unmigratedZone(
  findZone: ZoneFinder,
  requireNotMigrated: RequireNotMigrated,
): ZoneFinder {
  return async (zoneId) => {
    const zone = await findZone(zoneId);
    await requireNotMigrated(zone);
    return zone;
  };
}

/** Finds zones whose plan includes the packages. */
export function packageZone(findZone: ZoneFinder): ZoneFinder {
  return async (zoneId) => {
    const zone = await findZone(zoneId);
    requirePlan(zone, 'pro', 'previous managed rules');
    return zone;
  };
}
