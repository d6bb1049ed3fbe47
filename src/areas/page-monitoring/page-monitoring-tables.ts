import type { Generated, Kysely, Transaction } from 'kysely';
import type { CoreTables } from '../../storage/core-tables.ts';
import type { Database } from '../../storage/database.ts';

/** Tables of the page monitoring area. Times are milliseconds, truths are 0 or 1, `…_json` is JSON text. */
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

/** What was seen on pages: scripts, connections and cookies alike. */
export interface PageItemTable {
  /** Made from zone, kind, host and name, so that what is seen again is found without a search. */
  id: string;
  zone_id: string;
  kind: string;
  /** The host of the zone on which it was seen. */
  host: string;
  /** URL, or name of the cookie. */
  name: string;
  /** Host of the URL; empty for cookies. */
  url_host: string;
  /** See `classBits`: what lists ask for most, in one number that leads their indexes. */
  class: number;
  reports: number;
  added_at: number;
  first_seen_at: number;
  last_seen_at: number;
  /** When it is forgotten, if it is not seen again. */
  expires_at: number;
  first_page_url: string;
  /** The newest first. */
  page_urls_json: string;
  /** Categories under which threat feeds know the domain; null when they do not. */
  domain_threats_json: string | null;
  url_threats_json: string | null;
  /** When the script is to be fetched next; null for what is not fetched. */
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

/** What is known of a script that was fetched. */
export interface PageScriptTable extends ScriptScoreColumns {
  item_id: string;
  hash: string | null;
  fetched_at: number;
  /** Scripts with the same key are copies of each other; null while the content is not known. */
  copy_key: string | null;
  /** The same as the fact `superseded` of the item; here it can be found by the key. */
  is_copy: number;
  /** Why the scores are what they are. */
  reasons_json: string | null;
}

export interface PageScriptVersionTable extends ScriptScoreColumns {
  item_id: string;
  /** Grows with every version of the script. */
  number: number;
  hash: string;
  fetched_at: number;
}

/** What visitors have received of a script, where it is none of the kept versions. */
export interface PageVisitorHashTable {
  item_id: string;
  hash: string;
  /** When it was reported first. */
  seen_at: number;
  /** Whether there was a finding about it. */
  is_told: number;
}

/** Attributes; null where they are not known. */
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

/** What violated a policy, once per directive and URL, and where it was seen last. */
export interface PageViolationSampleTable {
  /** Made from policy, directive and URL. */
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

/** What people say about an item. */
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

/** A list of what to beware of. */
export interface ThreatFeedTable {
  id: Generated<number>;
  /** Unique among those that are current. */
  name: string;
  /** `loading`, `current` or `retired`; only the entries of current ones count. */
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
  /** A domain or URL in the form in which it is compared: a URL has a colon, a domain never. */
  value: string;
  /** A bit for each category. */
  categories: number;
}
