import { describeError } from '../../kernel/palisade-error.ts';
import type { ApiClient } from '../api-client.ts';
import type { NamedZone } from '../zone-named.ts';
import {
  type MigrationCheck,
  type MigrationState,
  type MigrationStep,
  zoneMigration,
} from './zone-migration.ts';

/** A zone of an account, and whether it can be migrated. */
export interface ZoneCheck extends MigrationCheck {
  readonly zone: NamedZone;
}

export interface ZoneOutcome {
  readonly zone: NamedZone;
  readonly state: MigrationState;
  /** Why the zone was not migrated. */
  readonly problem?: string;
}

interface MigrationProgress {
  readonly phase: string;
  readonly done: number;
  readonly total: number;
}

interface Options {
  readonly api: ApiClient;
  onProgress(progress: MigrationProgress): void;
}

/** States that a step does not change any more. Zones in `default` have nothing to migrate. */
const done: Readonly<Record<MigrationStep, readonly MigrationState[]>> = {
  validation: ['default', 'validation', 'pending', 'complete'],
  pending: ['default', 'complete'],
};

export const isDone = (step: MigrationStep, state: MigrationState) => done[step].includes(state);

export async function checkZones(
  { api, onProgress }: Options,
  zones: readonly NamedZone[],
): Promise<ZoneCheck[]> {
  const checked: ZoneCheck[] = [];
  for (const zone of zones) {
    onProgress({ phase: 'reading zones', done: checked.length, total: zones.length });
    checked.push({ zone, ...(await zoneMigration(api, zone.id).check()) });
  }
  return checked;
}

/** Zones that are done are skipped, and one that fails does not stop the others, so that the command can be repeated. */
export async function migrateZones(
  { api, onProgress }: Options,
  zones: readonly ZoneCheck[],
  step: MigrationStep,
): Promise<ZoneOutcome[]> {
  const outcomes: ZoneOutcome[] = [];
  for (const { zone, migration_state: state } of zones) {
    onProgress({ phase: zone.name, done: outcomes.length, total: zones.length });
    try {
      outcomes.push({
        zone,
        state: isDone(step, state) ? state : await migrate(api, zone.id, step),
      });
    } catch (error) {
      outcomes.push({ zone, state, problem: describeError(error) });
    }
  }
  return outcomes;
}

/** Takes a step unless it has been taken, and returns the state after it. */
export async function migrate(
  api: ApiClient,
  zoneId: string,
  step: MigrationStep,
  onWait: (waited: number) => void = () => {},
): Promise<MigrationState> {
  const migration = zoneMigration(api, zoneId);
  const { migration_state: before } = await migration.status();
  if (isDone(step, before)) return before;
  if (before !== 'pending') await migration.takeStep(step, await migration.config());
  // Without a node there is no edge, and nothing completes the migration.
  if (api.isRemote) await migration.untilDone(step, onWait);
  return (await migration.status()).migration_state;
}
