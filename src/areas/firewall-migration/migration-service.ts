import type { Kysely, Transaction } from 'kysely';
import { tierOf } from '../../catalogs/plans.ts';
import type { Actor } from '../../contracts/actor.ts';
import { ApiError } from '../../http/api-error.ts';
import { type Notice, notice } from '../../http/envelope.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { ChangeLog } from '../../storage/change-log.ts';
import type { CoreTables } from '../../storage/core-tables.ts';
import type { TaskStore } from '../../storage/task-store.ts';
import type {
  PreviousConfiguration,
  PreviousConfigurations,
} from '../previous-firewall/previous-configuration-read-model.ts';
import { type IncompatibilityReason, incompatibilities, textOf } from './compatibility.ts';
import { equivalentRules } from './equivalent-rules.ts';
import type {
  FirewallMigrationDatabase,
  FirewallMigrationTables,
} from './firewall-migration-tables.ts';
import { COMPLETION_QUEUE } from './migration-completion.ts';
import { stepOf } from './migration-query.ts';
import {
  afterStep,
  type MigrationState,
  type MigrationStep,
  type Refusal,
  runsPrevious,
  stateOf,
} from './migration-state.ts';
import { type MigrationRecord, migrationStore } from './migration-store.ts';
import type { EntryPointUpdate, MigratedZone, MigrationWritePort } from './migration-write-port.ts';

type Db = Kysely<FirewallMigrationTables>;

export interface MigrationServiceOptions {
  readonly database: FirewallMigrationDatabase;
  readonly changes: ChangeLog;
  readonly tasks: TaskStore;
  readonly clock: Clock;
  readonly previous: PreviousConfigurations;
}

export interface MigrationCheck {
  readonly state: MigrationState;
  readonly reasons: readonly IncompatibilityReason[];
  readonly isPreviousOn: boolean;
}

/** Moves zones from the previous managed rules to rulesets. */
export class MigrationService implements MigrationWritePort {
  readonly #options: MigrationServiceOptions;

  constructor(options: MigrationServiceOptions) {
    this.#options = options;
  }

  /** Undefined if the zone has taken no step yet. */
  async find(zoneId: string): Promise<MigrationRecord | undefined> {
    return await migrationStore.find(this.#options.database.read, zoneId);
  }

  async check(zone: MigratedZone, isPhaseTwo: boolean): Promise<MigrationCheck> {
    return await this.#check(this.#options.database.read, zone, isPhaseTwo);
  }

  async previous(zone: MigratedZone): Promise<PreviousConfiguration> {
    return await this.#options.previous.read(zone.id);
  }

  async hasPrevious({ id, plan }: Omit<MigratedZone, 'accountId'>): Promise<boolean> {
    return runsPrevious(stateOf((await this.find(id))?.state, plan));
  }

  async record<Tables extends CoreTables>(
    callers: Transaction<Tables>,
    update: EntryPointUpdate,
  ): Promise<readonly Notice[]> {
    // The database has the tables of all areas; only the types differ.
    const tx = callers as unknown as Transaction<FirewallMigrationTables>;
    const { zone, rules, sent } = update;
    const step = stepOf(update.query);
    await this.#options.database.lock(tx, lockOf(zone.id));
    if (!step) {
      await this.#checkPlainUpdate(tx, zone, sent);
      return [];
    }
    await this.#options.previous.lock(tx, zone.id);
    const { state, reasons, isPreviousOn } = await this.#check(tx, zone, step.isPhaseTwo);
    const after = afterStep(step.step, {
      state,
      plan: zone.plan,
      isCompatible: reasons.length === 0,
      ruleCount: rules.length,
    });
    if (typeof after === 'object') throw refused(after, step.step, zone, { state, reasons });
    if (after !== state) await this.#save(tx, update, state, after);
    const acts = rules.some(({ action, enabled }) => enabled && action !== 'skip');
    return after === 'pending' && isPreviousOn && !acts ? [notice('migrationUnprotected')] : [];
  }

  /** Ends the previous rules of a zone in the state `pending`. */
  async complete(zoneId: string, accountId: string, actor: Actor): Promise<void> {
    const { database } = this.#options;
    await database.transaction(async (tx) => {
      await database.lock(tx, lockOf(zoneId));
      const record = await migrationStore.find(tx, zoneId);
      if (record?.state !== 'pending') return;
      const zone = { id: zoneId, accountId };
      await this.#save(tx, { zone, actor }, 'pending', 'complete');
    });
  }

  async #check(db: Db, zone: MigratedZone, isPhaseTwo: boolean): Promise<MigrationCheck> {
    const record = await migrationStore.find(db, zone.id);
    const state = stateOf(record?.state, zone.plan);
    const previous = await this.#options.previous.read(zone.id, db);
    const expressions = equivalentRules(previous).map(({ expression }) => expression);
    const reasons = incompatibilities({ state, previous, expressions }, isPhaseTwo);
    return { state, reasons, isPreviousOn: previous.isOn };
  }

  /** Throws if the update would enable new rules beside the previous ones, which only enterprise zones may do. */
  async #checkPlainUpdate(
    db: Db,
    zone: MigratedZone,
    sent: EntryPointUpdate['sent'],
  ): Promise<void> {
    const tier = tierOf(zone.plan);
    if (tier !== 'pro' && tier !== 'business') return;
    if (sent.every(({ enabled }) => !enabled)) return;
    const record = await migrationStore.find(db, zone.id);
    if (stateOf(record?.state, zone.plan) !== 'start') return;
    const { wasOn } = await this.#options.previous.read(zone.id, db);
    if (wasOn) throw new ApiError('migrationNotBegun', {}, { pointer: '/rules' });
  }

  async #save(
    tx: Transaction<FirewallMigrationTables>,
    { zone, actor }: { readonly zone: Omit<MigratedZone, 'plan'>; readonly actor: Actor },
    before: MigrationState,
    after: MigrationState,
  ): Promise<void> {
    const { changes, clock, tasks } = this.#options;
    const now = clock.now();
    await migrationStore.save(tx, {
      zoneId: zone.id,
      state: after,
      createdAt: now,
      comparedAt: after === 'validation' ? now : undefined,
    });
    if (after === 'pending') {
      const payload = { zoneId: zone.id, accountId: zone.accountId, since: now };
      await tasks.enqueue(tx, COMPLETION_QUEUE, payload, { id: zone.id });
    }
    await changes.append(tx, {
      actor,
      action: 'update',
      resource: 'firewall_migration',
      resourceId: zone.id,
      accountId: zone.accountId,
      zoneId: zone.id,
      before: { migration_state: before },
      after: { migration_state: after },
    });
  }
}

const lockOf = (zoneId: string) => `firewall migration ${zoneId}`;

function refused(
  refusal: Refusal,
  step: MigrationStep,
  zone: MigratedZone,
  { state, reasons }: Pick<MigrationCheck, 'state' | 'reasons'>,
): ApiError {
  if (refusal.kind === 'plan') return new ApiError('migrationPlan', { step, plan: refusal.needs });
  if (refusal.kind === 'state') return new ApiError('migrationState', { step, state });
  if (refusal.kind === 'no-rules')
    return new ApiError('migrationNoRules', { zone: zone.id }, { pointer: '/rules' });
  return new ApiError('migrationIncompatible', { reasons: textOf(reasons) });
}
