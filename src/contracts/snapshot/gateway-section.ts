/** The hosts of a zone whose requests go to the JSON-RPC gateway of the node. */
export interface GatewaySection {
  readonly hosts: readonly GatewayHostSnapshot[];
}

export interface GatewayHostSnapshot {
  readonly id: string;
  /** In lower case. */
  readonly name: string;
  /** Whether calls need one of the keys. */
  readonly access: 'keys' | 'open';
  /** Access keys, hashed with SHA-256 (hex). */
  readonly keyHashes: readonly string[];
}
