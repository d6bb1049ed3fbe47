import type { Transaction } from 'kysely';
import type { Capability } from '../catalogs/permissions.ts';
import type { Database } from '../storage/database.ts';
import { ownerGone, type Scope } from './scope.ts';

export interface ScopedWrite {
  readonly scope: Scope;
  /** Transactions with the same lock are serialised. */
  readonly lock: string;
  readonly capability: Capability;
}

/**
 * Runs a write to something that an account or a zone owns. A violated foreign key means that the owner was deleted
 * at the same time, and gives the same error as an owner that never existed. So `work` must check all other rows
 * that it refers to.
 */
export async function scopedTransaction<Tables, Result>(
  database: Database<Tables>,
  { scope, lock, capability }: ScopedWrite,
  work: (tx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  try {
    return await database.transaction(async (tx) => {
      await database.lock(tx, lock);
      return await work(tx);
    });
  } catch (error) {
    if (!database.dialect.isForeignKeyViolation(error)) throw error;
    throw ownerGone(scope.kind, capability);
  }
}
