import type { Kysely } from 'kysely';
import type {
  FirewallMigrationDatabase,
  FirewallMigrationTables,
} from './firewall-migration-tables.ts';
import { isPreviousEditable, runsPrevious } from './migration-state.ts';
import { migrationStore } from './migration-store.ts';

/** Queries of other areas about the migration of zones. */
export interface MigrationStates {
  /** Whether the APIs of the previous managed rules have ended for the zone. */
  isOver(zoneId: string, within?: Kysely<unknown>): Promise<boolean>;
  /** Zones that run both firewalls, and zones whose previous managed rules are off for ever. */
  advanced(zoneIds: readonly string[] | 'all'): Promise<AdvancedZones>;
}

export interface AdvancedZones {
  readonly comparing: ReadonlySet<string>;
  readonly finished: ReadonlySet<string>;
}

export class MigrationReadModel implements MigrationStates {
  readonly #database: FirewallMigrationDatabase;

  constructor(database: FirewallMigrationDatabase) {
    this.#database = database;
  }

  async isOver(zoneId: string, within?: Kysely<unknown>): Promise<boolean> {
    const db = (within as Kysely<FirewallMigrationTables> | undefined) ?? this.#database.read;
    const record = await migrationStore.find(db, zoneId);
    return record !== undefined && !isPreviousEditable(record.state);
  }

  async advanced(zoneIds: readonly string[] | 'all'): Promise<AdvancedZones> {
    const records = await migrationStore.list(this.#database.read, zoneIds);
    const comparing = records.filter(({ state }) => state === 'validation');
    const finished = records.filter(({ state }) => !runsPrevious(state));
    return {
      comparing: new Set(comparing.map(({ zoneId }) => zoneId)),
      finished: new Set(finished.map(({ zoneId }) => zoneId)),
    };
  }
}
