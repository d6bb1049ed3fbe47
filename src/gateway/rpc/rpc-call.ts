/** JSON text of a value. Results are forwarded verbatim, so that large numbers keep all digits. */
export type JsonText = string;

/** A well-formed call. */
export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

export type RpcOutcome = RpcResult | RpcFailure;

export interface RpcResult {
  readonly result: JsonText;
  /** The same as bytes, if the result is long and cached. */
  readonly bytes?: Buffer;
}

export interface RpcFailure {
  readonly error: RpcError;
  /** Whether the error is about the node, whatever its code: it came with the HTTP status of a failure of a server, or of missing access. */
  readonly isOfNode?: boolean;
}

export interface RpcError {
  readonly code: number;
  readonly message: string;
  /** JSON text. */
  readonly data?: JsonText;
  /** HTTP status of the response if the call is not in a batch. Default 200. */
  readonly status?: number;
  /** In seconds. */
  readonly retryAfter?: number;
}

export function isFailure(outcome: RpcOutcome): outcome is RpcFailure {
  return 'error' in outcome;
}
