import type { StoredDocument } from '../../../resources/document-store.ts';

/** The condition of firewall rules, which several of them can share. */
export interface Filter extends StoredDocument<FilterDocument> {
  readonly zoneId: string;
}

export interface FilterDocument {
  readonly expression: string;
  /** True: rules with this filter never match. */
  readonly paused?: boolean;
  readonly description?: string;
  readonly ref?: string;
}
