import { equalHashes } from '../../kernel/secret.ts';

/**
 * The header in which the edge tells the gateway who calls. Whoever lacks the secret cannot name another client: the gateway
 * then takes the other end of the connection for the client. The edge passes on no header of this name.
 */
export const EDGE_CALLER_HEADER = 'palisade-edge-caller';

/** The header in which the gateway tells the edge the codes of JSON-RPC errors, which it does not read, for its log. */
export const RPC_ERRORS_HEADER = 'palisade-rpc-errors';

export function writeEdgeCaller(secret: string, address: string): string {
  return `${secret} ${address}`;
}

/** The address of the client; undefined if the header is not from the edge. */
export function readEdgeCaller(value: string | undefined, secret: string): string | undefined {
  if (value === undefined) return undefined;
  const space = value.indexOf(' ');
  return equalHashes(value.slice(0, space), secret) ? value.slice(space + 1) : undefined;
}
