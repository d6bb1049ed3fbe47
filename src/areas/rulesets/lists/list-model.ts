import type { ListKind } from '../../../expression/expression.ts';
import type { StoredDocument } from '../../../resources/document-store.ts';

/** The members of a list that clients write. */
export interface ListDocument {
  readonly name: string;
  readonly kind: ListKind;
  readonly description?: string;
}

export interface ListRecord extends StoredDocument<ListDocument> {
  readonly accountId: string;
  readonly itemCount: number;
  readonly lastSeq: number;
  /** Number of rules and filters that use the list. */
  readonly referenceCount: number;
}

export interface HostnameValue {
  readonly url_hostname: string;
  readonly exclude_exact_hostname?: boolean;
}

export interface RedirectValue {
  readonly source_url: string;
  readonly target_url: string;
  readonly status_code?: 301 | 302 | 307 | 308;
  readonly include_subdomains?: boolean;
  readonly subpath_matching?: boolean;
  readonly preserve_query_string?: boolean;
  readonly preserve_path_suffix?: boolean;
}

/** An item as sent to the API. It has the member with the name of its list's kind. */
export interface ItemValue {
  readonly ip?: string;
  readonly asn?: number;
  readonly hostname?: HostnameValue;
  readonly redirect?: RedirectValue;
  readonly comment?: string;
}

/** A valid item. */
export interface CheckedItem {
  readonly value: ItemValue;
  readonly json: string;
  /** The normalised value: equal for different spellings of the same item. */
  readonly key: string;
  readonly searchText: string;
}

export interface ListItem {
  readonly id: string;
  readonly seq: number;
  readonly value: ItemValue;
  readonly createdAt: number;
  readonly modifiedAt: number;
}
