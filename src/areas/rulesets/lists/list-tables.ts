import type { DocumentColumns } from '../../../resources/document-store.ts';

export interface ListTable extends DocumentColumns {
  account_id: string;
  name: string;
  kind: string;
  item_count: number;
  /** The last number that an item got; numbers are never used twice. */
  last_seq: number;
}

export interface ListItemTable {
  list_id: string;
  /** The order in which items were added. */
  seq: number;
  id: string;
  /** Equal for items that stand for the same thing, however they are spelled. */
  item_key: string;
  /** What a search looks at, in lower case. */
  search_text: string;
  item_json: string;
  created_at: number;
  modified_at: number;
}

/** Which rules of the latest version of a ruleset use a list, themselves or in a version that they pin and execute. */
export interface ListReferenceTable {
  list_id: string;
  ruleset_id: string;
  rule_id: string;
}

/** Writes of items are complete when they are answered, so that only complete operations are stored. */
export interface ListOperationTable {
  id: string;
  account_id: string;
  completed_at: number;
}
