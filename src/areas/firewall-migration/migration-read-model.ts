import type { Kysely } from 'kysely';
import type {
  FirewallMigrationDatabase,
  FirewallMigrationTables,
} from './firewall-migration-tables.ts';
import { initialState, isPreviousEditable, runsPrevious } from './migration-state.ts';
import { migrationStore } from './migration-store.ts';

interface ZonePlan {
  readonly id: string;
  readonly plan: string;
}

/** What other areas ask about the migration of a zone. */
export interface MigrationStates {
  /** Whether the previous managed rules of a zone can still be read and changed. */
  isPreviousEditable(zone: ZonePlan): Promise<boolean>;
  /** The zones among these, or among all, whose previous managed rules are off for ever. */
  finished(zoneIds: readonly string[] | 'all'): Promise<ReadonlySet<string>>;
}

export class MigrationReadModel implements MigrationStates {
  readonly #database: FirewallMigrationDatabase;

  constructor(database: FirewallMigrationDatabase) {
    this.#database = database;
  }

  async isPreviousEditable({ id, plan }: ZonePlan): Promise<boolean> {
    const record = await migrationStore.find(this.#read, id);
    return isPreviousEditable(record?.state ?? initialState(plan));
  }

  async finished(zoneIds: readonly string[] | 'all'): Promise<ReadonlySet<string>> {
    const records = await migrationStore.list(this.#read, zoneIds);
    const done = records.filter(({ state }) => !runsPrevious(state));
    return new Set(done.map(({ zoneId }) => zoneId));
  }

  get #read(): Kysely<FirewallMigrationTables> {
    return this.#database.read;
  }
}
