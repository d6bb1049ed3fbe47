/** JSON text of a value. Results are passed on as the upstream wrote them, so that no digit changes. */
export type JsonText = string;

/** A call of a method, sound in form. */
export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** What a call came to. */
export type RpcOutcome = RpcResult | RpcFailure;

export interface RpcResult {
  readonly result: JsonText;
  /** The same as bytes, if it is long and was prepared in order to be sent more than once. */
  readonly bytes?: Buffer;
}

export interface RpcFailure {
  readonly error: RpcError;
}

export interface RpcError {
  readonly code: number;
  readonly message: string;
  /** JSON text. */
  readonly data?: JsonText;
  /** The status of the response if the call is alone, not in a batch. Default 200. */
  readonly status?: number;
  /** Seconds after which the caller may try again. */
  readonly retryAfter?: number;
}

export function isFailure(outcome: RpcOutcome): outcome is RpcFailure {
  return 'error' in outcome;
}
