import type { Generated } from 'kysely';
import type { CoreTables } from '../../storage/core-tables.ts';
import type { Database } from '../../storage/database.ts';
import type { RuleExceptionTable } from './exceptions/exception-tables.ts';
import type {
  ListFilterReferenceTable,
  ListItemTable,
  ListOperationTable,
  ListReferenceTable,
  ListTable,
} from './lists/list-tables.ts';
import type { TokenConfigurationTable } from './token-configurations/token-configuration-tables.ts';

/** Tables of the rulesets area. Times are milliseconds, `…_json` is JSON text. */
export interface RulesetsTables extends CoreTables {
  rulesets: RulesetTable;
  ruleset_versions: RulesetVersionTable;
  ruleset_references: RulesetReferenceTable;
  lists: ListTable;
  list_items: ListItemTable;
  list_references: ListReferenceTable;
  list_filter_references: ListFilterReferenceTable;
  list_operations: ListOperationTable;
  token_configurations: TokenConfigurationTable;
  rule_exceptions: RuleExceptionTable;
}

export type RulesetsDatabase = Database<RulesetsTables>;

export interface RulesetTable {
  id: string;
  account_id: string;
  zone_id: string | null;
  kind: string;
  phase: string;
  /** The latest version; numbers are never reused. */
  version: number;
  /** Scope and phase of an entry point, unique; null for other kinds. */
  entry_point_key: string | null;
}

export interface RulesetVersionTable {
  ruleset_id: string;
  version: number;
  name: string;
  description: string;
  rules_json: string;
  /** The secret parts of the rules, encrypted; null if there are none. */
  secrets: Generated<string | null>;
  updated_at: number;
  /** The length of `rules_json`. */
  bytes: Generated<number>;
}

/** Which rulesets the latest version of a ruleset executes. */
export interface RulesetReferenceTable {
  ruleset_id: string;
  target_id: string;
  /** A version number, or `latest`. */
  target_version: string;
}
