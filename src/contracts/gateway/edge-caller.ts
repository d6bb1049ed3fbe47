import { equalHashes } from '../../kernel/secret.ts';

/**
 * The header in which the edge sends the address of the client to the gateway. Without the secret it is ignored: then
 * the remote address of the connection is the client. The edge does not forward headers of this name.
 */
export const EDGE_CALLER_HEADER = 'palisade-edge-caller';

/** The header in which the gateway sends the codes of JSON-RPC errors to the edge, which logs them without parsing the body. */
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
