import type { ListKind } from '../../../expression/expression.ts';
import type { StoredDocument } from '../../../resources/document-store.ts';

/** A list as clients wrote it. */
export interface ListDocument {
  readonly name: string;
  readonly kind: ListKind;
  readonly description?: string;
}

export interface ListRecord extends StoredDocument<ListDocument> {
  readonly accountId: string;
  readonly itemCount: number;
  readonly lastSeq: number;
  /** How many rules use it. */
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

/** An item as it was sent, in the words of the API: it has the member that its list's kind is named after. */
export interface ItemValue {
  readonly ip?: string;
  readonly asn?: number;
  readonly hostname?: HostnameValue;
  readonly redirect?: RedirectValue;
  readonly comment?: string;
}

/** An item that was checked. */
export interface CheckedItem {
  readonly value: ItemValue;
  readonly json: string;
  /** Equal for items that stand for the same thing, however they are spelled. */
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
