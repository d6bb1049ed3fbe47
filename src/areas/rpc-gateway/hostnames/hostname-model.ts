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
  /** Whether calls need an access key. Absent: they do not, because it was never set and no key was created. */
  readonly access?: 'keys' | 'open';
}
