import type { Kysely, Transaction } from 'kysely';
import type { ListKind } from '../../../expression/expression.ts';
import type { CoreTables } from '../../../storage/core-tables.ts';

/** A condition outside of rulesets that may use lists of the account. */
export interface ListUser {
  readonly id: string;
  readonly zoneId: string;
  readonly accountId: string;
  readonly expression: string;
}

/** The references from filters to lists, which keep a list from being deleted and bring it to the edge. */
export interface ListReferenceWritePort {
  /** The kinds of the lists of an account, by name. None of them is deleted before the end of the transaction. */
  lockLists<Tables extends CoreTables>(
    tx: Transaction<Tables>,
    accountId: string,
  ): Promise<ReadonlyMap<string, ListKind>>;
  /** Replaces the references of a filter. */
  saveReferences<Tables extends CoreTables>(db: Kysely<Tables>, filter: ListUser): Promise<void>;
  deleteReferences<Tables extends CoreTables>(db: Kysely<Tables>, filterId: string): Promise<void>;
}
