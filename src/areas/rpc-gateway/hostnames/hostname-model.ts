import type { StoredDocument } from '../../../resources/document-store.ts';

/** A host of a zone whose requests are forwarded to the gateway. */
export interface HostnameRecord extends StoredDocument<HostnameDocument> {
  readonly accountId: string;
  readonly zoneId: string;
}

export interface HostnameDocument {
  readonly name: string;
  readonly target: 'ethereum' | 'ipfs' | 'ipfs_universal_path';
  readonly description?: string;
  readonly dnslink?: string;
}
