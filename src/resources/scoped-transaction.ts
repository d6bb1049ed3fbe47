import type { Transaction } from 'kysely';
import type { Capability } from '../catalogs/permissions.ts';
import type { Database } from '../storage/database.ts';
import { ownerGone, type Scope } from './scope.ts';

export interface ScopedWrite {
  readonly scope: Scope;
  /** Transactions with the same lock take turns. */
  readonly lock: string;
  readonly capability: Capability;
}

/**
 * Runs a write to what an account or a zone owns. If the owner is deleted at the same time, the caller gets
 * the same error as for an owner that never existed. So `work` checks every other row that it refers to.
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
