import type { Kysely, Transaction } from 'kysely';
import type { DocumentColumns, SecretColumns } from '../../resources/document-store.ts';
import type { CoreTables } from '../../storage/core-tables.ts';
import type { Database } from '../../storage/database.ts';
import type { HealthTables } from './health/health-tables.ts';
import type { HealthCheckTables } from './health-checks/health-check-tables.ts';

/**
 * Tables of the load balancing area. Documents are stored verbatim; members that queries filter, sort or join by have
 * a column of their own. Times are milliseconds, `…_json` is JSON text.
 */
export interface LoadBalancingTables extends CoreTables, HealthTables, HealthCheckTables {
  monitors: MonitorTable;
  monitor_groups: MonitorGroupTable;
  monitor_group_members: MonitorGroupMemberTable;
  pools: PoolTable;
  load_balancers: LoadBalancerTable;
  load_balancer_pools: LoadBalancerPoolTable;
  origin_error_minutes: OriginErrorMinuteTable;
  origin_error_incidents: OriginErrorIncidentTable;
}

export type LoadBalancingDatabase = Database<LoadBalancingTables>;
export type Db = Kysely<LoadBalancingTables>;
export type Tx = Transaction<LoadBalancingTables>;

/** One lock per account, since load balancers, pools, monitors and monitor groups refer to each other. */
export function accountLock({ accountId }: { readonly accountId: string }): string {
  return `load balancing ${accountId}`;
}

export interface MonitorTable extends SecretColumns {
  account_id: string;
  description: string;
}

export interface MonitorGroupTable extends DocumentColumns {
  account_id: string;
  description: string;
  /** When each monitor became a member and when its membership last changed, by monitor id. */
  member_times_json: string;
}

export interface MonitorGroupMemberTable {
  group_id: string;
  monitor_id: string;
}

export interface PoolTable extends DocumentColumns {
  account_id: string;
  name: string;
  monitor_id: string | null;
  monitor_group_id: string | null;
  notification_email: string;
  /** When the pool and each of its origins were disabled; null if enabled. */
  disabled_json: string;
}

export interface LoadBalancerTable extends SecretColumns {
  account_id: string;
  zone_id: string;
  /** In lower case. */
  name: string;
}

/** The pools that a load balancer refers to, in any member. */
export interface LoadBalancerPoolTable {
  load_balancer_id: string;
  pool_id: string;
}

/** How many requests of a zone were for an origin in a minute. Only zones that policies watch have rows. */
export interface OriginErrorMinuteTable {
  zone_id: string;
  minute_at: number;
  requests: number;
  errors: number;
}

/** A zone whose origin errors are above what an objective allows. */
export interface OriginErrorIncidentTable {
  zone_id: string;
  slo: string;
  incident_id: string;
  started_at: number;
}
