import type { DocumentColumns, SecretColumns } from '../../resources/document-store.ts';
import type { CoreTables } from '../../storage/core-tables.ts';
import type { Database } from '../../storage/database.ts';

/** Tables of the previous firewall. Times are milliseconds, `…_json` is JSON text. */
export interface PreviousFirewallTables extends CoreTables {
  filters: FilterTable;
  firewall_rules: FirewallRuleTable;
  page_rules: PageRuleTable;
  uri_overrides: UriOverrideTable;
  previous_packages: PreviousPackageTable;
  previous_rule_modes: PreviousRuleModeTable;
}

export type PreviousFirewallDatabase = Database<PreviousFirewallTables>;

export interface FilterTable extends SecretColumns {
  zone_id: string;
  /** Hash of the expression, which is unique in a zone and too long for an index. Keyed if the expression contains a signing key. */
  expression_digest: string;
}

export interface FirewallRuleTable extends DocumentColumns {
  zone_id: string;
  filter_id: string;
}

export interface PageRuleTable extends DocumentColumns {
  zone_id: string;
}

export interface UriOverrideTable extends DocumentColumns {
  zone_id: string;
}

/** Settings of a package that differ from the defaults. */
export interface PreviousPackageTable {
  zone_id: string;
  package_id: string;
  sensitivity: string | null;
  action_mode: string | null;
}

/** Modes of groups and rules that differ from the default. */
export interface PreviousRuleModeTable {
  zone_id: string;
  /** The id of a group or rule. */
  id: string;
  kind: 'group' | 'rule';
  mode: string;
}
