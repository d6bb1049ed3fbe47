import type { CoreTables } from '../../storage/core-tables.ts';
import type { Database } from '../../storage/database.ts';

/** Tables of the firewall migration. Times are milliseconds. */
export interface FirewallMigrationTables extends CoreTables {
  firewall_migrations: FirewallMigrationTable;
  firewall_comparisons: FirewallComparisonTable;
}

export type FirewallMigrationDatabase = Database<FirewallMigrationTables>;

/** A zone has a row from its first step on. */
export interface FirewallMigrationTable {
  zone_id: string;
  state: string;
  created_at: number;
  /** Null if the zone skipped the state `validation`. */
  compared_at: number | null;
}

/** Sums of requests of a zone that runs both firewalls. */
export interface FirewallComparisonTable {
  zone_id: string;
  /** `requests`: by what the firewalls did, which is the name. `old`, `new`: by the rule whose id is the name. */
  kind: 'requests' | 'old' | 'new';
  name: string;
  requests: number;
  /** Requests that the other firewall let pass; 0 for sums that are not about a rule. */
  alone: number;
}
