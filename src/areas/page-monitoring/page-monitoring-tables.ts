import type { Generated, Kysely, Transaction } from 'kysely';
import type { CoreTables } from '../../storage/core-tables.ts';
import type { Database } from '../../storage/database.ts';

/** Tables of the page monitoring area. Times are milliseconds, booleans 0 or 1, `…_json` is JSON text. */
export interface PageMonitoringTables extends CoreTables {
  page_settings: PageSettingsTable;
  page_policies: PagePolicyTable;
  page_items: PageItemTable;
  page_scripts: PageScriptTable;
  page_script_versions: PageScriptVersionTable;
  page_visitor_hashes: PageVisitorHashTable;
  page_cookies: PageCookieTable;
  page_violation_counts: PageViolationCountTable;
  page_violation_samples: PageViolationSampleTable;
  page_notes: PageNoteTable;
  page_refused_items: PageRefusedItemTable;
  threat_feeds: ThreatFeedTable;
  threat_entries: ThreatEntryTable;
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
  /** Policies apply in ascending order; a new policy gets the next number of its zone. */
  position: number;
  description: string;
  action: string;
  expression: string;
  /** The signing keys of the expression, encrypted; null if there are none. */
  secrets: string | null;
  value: string;
  enabled: number;
  /** Whether clients wrote `enabled` as text. Responses have the same form. */
  enabled_as_text: number;
  created_at: number;
}

/** Scripts, connections and cookies that were observed on pages. */
export interface PageItemTable {
  /** A hash of zone, kind, host and name, so that repeated observations find the row by its key. */
  id: string;
  zone_id: string;
  kind: string;
  /** The host of the zone on which it was observed. */
  host: string;
  /** URL, or name of the cookie. */
  name: string;
  /** Host of the URL; empty for cookies. */
  url_host: string;
  /** Bits of `classBits`: the most common filters of lists, in one column that their indexes start with. */
  class: number;
  reports: number;
  /** The first three visitors who reported it, as tokens. */
  visitors_json: string;
  added_at: number;
  first_seen_at: number;
  last_seen_at: number;
  /** When it is removed unless it is observed again. */
  expires_at: number;
  first_page_url: string;
  /** Newest first. */
  page_urls_json: string;
  /** Categories of the domain in threat feeds; null if no feed contains it. */
  domain_threats_json: string | null;
  url_threats_json: string | null;
  /** When the script is fetched next; null if no fetch is planned. */
  fetch_at: number | null;
}

export interface ScriptScoreColumns {
  js_integrity_score: number | null;
  magecart_score: number | null;
  malware_score: number | null;
  cryptomining_score: number | null;
  obfuscation_score: number | null;
  dataflow_score: number | null;
}

/** A script that was fetched, with its scores. */
export interface PageScriptTable extends ScriptScoreColumns {
  item_id: string;
  hash: string | null;
  fetched_at: number;
  /** Scripts with the same key are copies of each other; null while the content is unknown. */
  copy_key: string | null;
  /** The same as the bit `superseded` of the item, stored here for the index on `copy_key`. */
  is_copy: number;
  /** The reasons for the scores. */
  reasons_json: string | null;
}

export interface PageScriptVersionTable extends ScriptScoreColumns {
  item_id: string;
  /** Number of the version, ascending. */
  number: number;
  hash: string;
  fetched_at: number;
}

/** Hashes of scripts as visitors received them, unless they belong to a stored version. */
export interface PageVisitorHashTable {
  item_id: string;
  hash: string;
  /** When it was reported first. */
  seen_at: number;
  /** Whether an alert was recorded for it. */
  is_told: number;
}

/** Attributes of cookies; null for unknown ones. */
export interface PageCookieTable {
  item_id: string;
  type: string;
  domain: string;
  path: string;
  same_site: string | null;
  secure: number | null;
  http_only: number | null;
  expires_at: number | null;
  max_age: number | null;
}

/** How often a policy was violated in an hour. */
export interface PageViolationCountTable {
  policy_id: string;
  /** Start of the hour. */
  hour_at: number;
  resource_type: string;
  count: number;
}

/** Resources that violated a policy, one row per directive and URL, with the last page. */
export interface PageViolationSampleTable {
  /** A hash of policy, directive and URL. */
  id: string;
  policy_id: string;
  directive: string;
  url: string;
  url_host: string;
  resource_type: string;
  action: string;
  host: string;
  page_url: string;
  count: number;
  first_seen_at: number;
  last_seen_at: number;
}

/** Notes of people on items. */
export interface PageNoteTable {
  item_id: string;
  zone_id: string;
  owner: string;
  justification: string;
  decision: string;
  decided_by: string | null;
  decided_at: number | null;
  decided_hash: string | null;
  updated_by: string;
  updated_at: number;
}

/** New items of a zone that were not stored on a day because its quota was used up. */
export interface PageRefusedItemTable {
  zone_id: string;
  kind: string;
  /** Start of the day (UTC). */
  day_at: number;
  count: number;
}

/** A list of malicious domains and URLs. */
export interface ThreatFeedTable {
  id: Generated<number>;
  /** Unique among current feeds. */
  name: string;
  /** `loading`, `current` or `retired`. Only entries of current feeds are used. */
  state: string;
  source: string;
  format: string;
  entries: number;
  content_hash: string;
  imported_at: number;
  imported_by: string;
}

export interface ThreatEntryTable {
  feed_id: number;
  /** A normalised domain or URL. A URL contains a colon, a domain never does. */
  value: string;
  /** A bit for each category. */
  categories: number;
}
