/** A method of the Ethereum JSON-RPC interface. */
export interface RpcMethod {
  readonly name: string;
  /** The reason for the message, if the method is refused; undefined if it is served. */
  readonly refusal?: string;
  /** Undefined: they are forwarded without a check. */
  readonly params: readonly RpcParam[] | undefined;
  /** Each call creates or changes something, so equal calls of a batch are not combined. */
  readonly isStateful?: true;
  /** The effects of the method are unknown, so a call is sent to one upstream only. */
  readonly isUnknown?: true;
  /** How long a result stays valid. */
  readonly validity: Validity;
  /** The largest block range of one call. */
  readonly maxBlocks?: number;
  /** How a result is verified against the known chain. Left out: it is not verified. */
  readonly integrity?: Integrity;
}

/**
 * - `static`: never changes.
 * - `hash`: never changes, because it is identified by a hash.
 * - `block`: as final as the block that the parameter at `index` names; `fallback` is the tag that a missing one means.
 * - `range`: as final as the end of the range of a filter.
 * - `transaction`: as final as the block in the result.
 * - `head`: changes with every block.
 * - `never`: must not be cached.
 */
export type Validity =
  | { readonly kind: 'static' | 'hash' | 'head' | 'transaction' | 'never' }
  | { readonly kind: 'block'; readonly index: number; readonly fallback?: 'latest' }
  | { readonly kind: 'range'; readonly index: number };

export type Integrity =
  | 'header'
  | 'transaction'
  | 'transactions'
  | 'receipt'
  | 'receipts'
  | 'logs'
  /** The hash of a transaction that is sent. */
  | 'sent';

export interface RpcParam {
  readonly name: string;
  readonly type: RpcParamType;
  readonly isOptional?: boolean;
}

/** `block`: a number, a tag, or an object with a hash or number. `hash`: 32 bytes. */
export type RpcParamType =
  | 'address'
  | 'block'
  | 'boolean'
  | 'bytes'
  | 'filter'
  | 'hash'
  | 'object'
  | 'percentiles'
  | 'quantity'
  /** A storage slot of a contract: up to 32 bytes, also written as a quantity. */
  | 'slot'
  | 'slots'
  | 'traceFilter'
  | 'transaction';
