import type { DocumentColumns } from '../../../resources/document-store.ts';

export interface ListTable extends DocumentColumns {
  account_id: string;
  name: string;
  kind: string;
  item_count: number;
  /** The highest sequence number of an item so far; numbers are never reused. */
  last_seq: number;
}

export interface ListItemTable {
  list_id: string;
  /** The order in which items were added. */
  seq: number;
  id: string;
  /** The normalised value: equal for different spellings of the same item. */
  item_key: string;
  /** The text that searches compare, in lower case. */
  search_text: string;
  item_json: string;
  created_at: number;
  modified_at: number;
}

/** Rules in the latest version of a ruleset that use a list, directly or in a pinned version that they execute. */
export interface ListReferenceTable {
  list_id: string;
  ruleset_id: string;
  rule_id: string;
}

/** Filters of the previous firewall that use a list. */
export interface ListFilterReferenceTable {
  list_id: string;
  filter_id: string;
  zone_id: string;
}

/** Operations on items finish before the response is sent, so every stored operation is complete. */
export interface ListOperationTable {
  id: string;
  account_id: string;
  completed_at: number;
}
