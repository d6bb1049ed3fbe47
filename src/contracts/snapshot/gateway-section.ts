/** The hosts of a zone whose requests go to the JSON-RPC gateway of the node. */
export interface GatewaySection {
  readonly hosts: readonly GatewayHostSnapshot[];
}

export interface GatewayHostSnapshot {
  readonly id: string;
  /** In lower case. */
  readonly name: string;
  /** Callers must show one of these keys, hashed with SHA-256 (hex). Empty: everybody may call. */
  readonly keyHashes: readonly string[];
}
