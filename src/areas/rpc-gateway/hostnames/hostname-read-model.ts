import type { Transaction } from 'kysely';
import type { CoreTables } from '../../../storage/core-tables.ts';
import type { Db } from '../rpc-gateway-tables.ts';
import { hostnameStore } from './hostname-store.ts';

/** Hostname look-ups for other areas. */
export interface HostnameDirectory {
  /** Whether the host belongs to the gateway, as the transaction of the caller sees it. */
  hasName<Tables extends CoreTables>(
    tx: Transaction<Tables>,
    zoneId: string,
    name: string,
  ): Promise<boolean>;
}

export const hostnameDirectory: HostnameDirectory = {
  hasName: async (tx, zoneId, name) =>
    // A transaction can access all tables; the type lists only those of the caller's area.
    (await hostnameStore.idOfName(tx as unknown as Db, zoneId, name)) !== undefined,
};
