import { planIncludes } from '../../catalogs/plans.ts';
import type { ApiClient } from '../api-client.ts';
import type { NamedZone } from '../zone-named.ts';
import { type Difference, differencesOf } from './differences.ts';
import type { MigrationComparison } from './migration-comparison.ts';
import { readPreviousRules } from './previous-rules.ts';
import { type MigrationCheck, type MigrationStatus, zoneMigration } from './zone-migration.ts';

/** Everything that the command shows before a step. */
export interface MigrationOverview {
  readonly zone: NamedZone;
  readonly check: MigrationCheck;
  readonly status: MigrationStatus;
  /** Whether the plan of the zone can run both firewalls side by side. */
  readonly canValidate: boolean;
  /** Empty once the new rules are stored: they can have been changed since. */
  readonly differences: readonly Difference[];
  /** Undefined unless both firewalls run. */
  readonly comparison: MigrationComparison | undefined;
}

export async function readOverview(api: ApiClient, zone: NamedZone): Promise<MigrationOverview> {
  const migration = zoneMigration(api, zone.id);
  const check = await migration.check();
  const { migration_state: state } = check;
  const comparison =
    state === 'start' || state === 'validation' ? await migration.comparison() : undefined;
  const differences =
    state === 'start'
      ? differencesOf(
          await readPreviousRules(api, zone.id),
          await migration.config(),
          comparison?.not_migrated ?? [],
        )
      : [];
  return {
    zone,
    check,
    status: await migration.status(),
    canValidate: planIncludes(zone.plan.legacy_id, 'enterprise'),
    differences,
    comparison: state === 'validation' ? comparison : undefined,
  };
}
