import type { Transaction } from 'kysely';
import type { Actor } from '../../contracts/actor.ts';
import type { Notice } from '../../http/envelope.ts';
import type { CoreTables } from '../../storage/core-tables.ts';

/** The query parameters of the migration in an update of an entry point. */
export interface MigrationQuery {
  readonly waf_migration?: string | undefined;
  readonly phase_two?: string | undefined;
}

export interface MigratedZone {
  readonly id: string;
  readonly accountId: string;
  readonly plan: string;
}

/** A zone's entry point of managed rules that is about to be stored. */
export interface EntryPointUpdate {
  readonly actor: Actor;
  readonly zone: MigratedZone;
  readonly query: MigrationQuery;
  readonly rules: readonly { readonly action: string; readonly enabled: boolean }[];
  /** The rules in the body of the update; empty if it keeps the stored rules. */
  readonly sent: readonly { readonly enabled: boolean }[];
}

/** How an update of an entry point moves the migration of its zone. */
export interface MigrationWritePort {
  /**
   * Records the step that the update is, in its transaction, and returns notices about it. Throws an `ApiError` if the step
   * is refused.
   */
  record<Tables extends CoreTables>(
    tx: Transaction<Tables>,
    update: EntryPointUpdate,
  ): Promise<readonly Notice[]>;
  /** Whether the zone has the previous managed rules, switched on or off. */
  hasPrevious(zone: Omit<MigratedZone, 'accountId'>): Promise<boolean>;
}
