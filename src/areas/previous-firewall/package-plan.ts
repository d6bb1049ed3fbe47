import { planIncludes } from '../../catalogs/plans.ts';
import type { ZoneScope } from '../../resources/scope.ts';
import type { MigrationStates } from '../firewall-migration/migration-read-model.ts';

/** Whether zones of a plan have the previous managed rules. */
export function hasPackages(plan: string): boolean {
  return planIncludes(plan, 'pro');
}

/** Why a zone has no previous managed rules, as the end of a sentence; undefined if it has them. */
export async function lackOfPackages(
  { id, plan }: ZoneScope,
  migrations: MigrationStates,
): Promise<string | undefined> {
  if (!hasPackages(plan)) return `the plan "${plan}" has no previous managed rules`;
  if (!(await migrations.isOver(id))) return undefined;
  return 'this zone has been migrated to rulesets; use skip rules instead';
}
