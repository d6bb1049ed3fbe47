import type { CoreTables } from '../../storage/core-tables.ts';
import type { Database } from '../../storage/database.ts';

/** Tables of the firewall migration. Times are milliseconds. */
export interface FirewallMigrationTables extends CoreTables {
  firewall_migrations: FirewallMigrationTable;
}

export type FirewallMigrationDatabase = Database<FirewallMigrationTables>;

/** A zone has a row from its first step on. */
export interface FirewallMigrationTable {
  zone_id: string;
  state: string;
  created_at: number;
  changed_at: number;
}
