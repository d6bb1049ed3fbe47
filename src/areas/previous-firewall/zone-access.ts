import type { Kysely } from 'kysely';
import { type Plan, planIncludes } from '../../catalogs/plans.ts';
import { ApiError } from '../../http/api-error.ts';
import type { ZoneFinder, ZoneScope } from '../../resources/scope.ts';
import type { MigrationStates } from '../firewall-migration/migration-read-model.ts';

/** Throws if the plan of the zone is lower than `tier`. */
export function requirePlan({ plan }: ZoneScope, tier: Plan['tier'], feature: string): void {
  if (!planIncludes(plan, tier)) throw new ApiError('notEntitled', { feature, plan });
}

/** Finds zones that still have the previous managed rules. */
export function unmigratedZone(findZone: ZoneFinder, migrations: MigrationStates): ZoneFinder {
  return async (zoneId) => {
    const zone = await findZone(zoneId);
    await requireUnmigrated(migrations, zone.id);
    return zone;
  };
}

/** Throws if the previous managed rules of the zone have ended. */
export async function requireUnmigrated(
  migrations: MigrationStates,
  zoneId: string,
  within?: Kysely<unknown>,
): Promise<void> {
  if (!(await migrations.isOver(zoneId, within))) return;
  throw new ApiError('previousFirewallGone', { zone: zoneId });
}

/** Finds zones whose plan includes the packages. */
export function packageZone(findZone: ZoneFinder): ZoneFinder {
  return async (zoneId) => {
    const zone = await findZone(zoneId);
    requirePlan(zone, 'pro', 'previous managed rules');
    return zone;
  };
}
