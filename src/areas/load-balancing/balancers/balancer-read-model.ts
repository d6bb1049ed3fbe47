import type { Transaction } from 'kysely';
import type { CoreTables } from '../../../storage/core-tables.ts';
import { accountLock, type Db } from '../load-balancing-tables.ts';
import { balancerStore } from './balancer-store.ts';

/** What other areas can look up about load balancers. */
export interface BalancerDirectory {
  /** Whether the host belongs to a load balancer, as the transaction of the caller sees it. */
  hasName<Tables extends CoreTables>(
    tx: Transaction<Tables>,
    zoneId: string,
    name: string,
  ): Promise<boolean>;
  /** The lock of those who write load balancers of the account. */
  lockOf(scope: { readonly accountId: string }): string;
}

export const balancerDirectory: BalancerDirectory = {
  hasName: async (tx, zoneId, name) =>
    // Transactions reach all tables; the type says which ones an area knows.
    (await balancerStore.findIdByName(tx as unknown as Db, zoneId, name)) !== undefined,
  lockOf: accountLock,
};
