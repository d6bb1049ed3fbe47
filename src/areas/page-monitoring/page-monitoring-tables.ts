import type { Kysely, Transaction } from 'kysely';
import type { CoreTables } from '../../storage/core-tables.ts';
import type { Database } from '../../storage/database.ts';

/** Tables of the page monitoring area. Times are milliseconds, truths are 0 or 1, `…_json` is JSON text. */
export interface PageMonitoringTables extends CoreTables {
  page_settings: PageSettingsTable;
  page_policies: PagePolicyTable;
}

export type PageMonitoringDatabase = Database<PageMonitoringTables>;
export type Db = Kysely<PageMonitoringTables>;
export type Tx = Transaction<PageMonitoringTables>;

/** A zone without a row has the defaults. */
export interface PageSettingsTable {
  zone_id: string;
  enabled: number;
  shared_endpoint: number;
  connection_paths: number;
  updated_at: number;
}

export interface PagePolicyTable {
  id: string;
  zone_id: string;
  /** Grows with every policy of the zone: the order in which they act. */
  position: number;
  description: string;
  action: string;
  expression: string;
  value: string;
  enabled: number;
  /** Whether `enabled` was last written as text; it is answered the same way. */
  enabled_as_text: number;
  created_at: number;
}
