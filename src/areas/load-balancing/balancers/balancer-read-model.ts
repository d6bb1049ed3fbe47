import type { Transaction } from 'kysely';
import type { CoreTables } from '../../../storage/core-tables.ts';
import { accountLock, type Db } from '../load-balancing-tables.ts';
import { findIdByName } from './balancer-store.ts';

/** What other areas can look up about load balancers. */
export interface BalancerDirectory {
  /** Whether the host belongs to a load balancer, within the caller's transaction. */
  hasName<Tables extends CoreTables>(
    tx: Transaction<Tables>,
    zoneId: string,
    name: string,
  ): Promise<boolean>;
  /** The lock of writes to load balancers of the account. */
  lockOf(scope: { readonly accountId: string }): string;
}

export const balancerDirectory: BalancerDirectory = {
  hasName: async (tx, zoneId, name) =>
    // The cast is safe: a transaction can access all tables, and its type only lists those of the caller's area.
    (await findIdByName(tx as unknown as Db, zoneId, name)) !== undefined,
  lockOf: accountLock,
};
