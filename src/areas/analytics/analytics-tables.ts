import type { CoreTables } from '../../storage/core-tables.ts';
import type { Database } from '../../storage/database.ts';

/** Tables of the analytics area. Times are milliseconds, `…_json` is JSON text. */
export interface AnalyticsTables extends CoreTables {
  zone_traffic: TrafficTable;
  account_traffic: TrafficTable;
}

export type AnalyticsDatabase = Database<AnalyticsTables>;

export const trafficTables = ['zone_traffic', 'account_traffic'] as const;

/** Whose requests are added up: those of a zone, or of all zones of an account. */
export type TrafficTableName = (typeof trafficTables)[number];

/** What the requests of an owner within one period add up to. */
export interface TrafficTable {
  owner_id: string;
  figures: FiguresKind;
  /** The name of a row of `traffic-periods.ts`. */
  period: string;
  start_at: number;
  figures_json: string;
}

/** `sums`: `StoredSums`; `tops`: `StoredTops`. */
export type FiguresKind = 'sums' | 'tops';
