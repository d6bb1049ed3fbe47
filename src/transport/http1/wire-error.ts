/** Why a message is refused. The reason is a label of the metrics. */
export type WireFault =
  /** The bytes are not the start of a request or response. */
  | 'no-head'
  | 'line-end'
  | 'method'
  | 'target'
  | 'target-too-long'
  | 'version'
  | 'status-line'
  | 'field-name'
  | 'field-value'
  | 'folded-field'
  | 'head-too-long'
  | 'too-many-fields'
  | 'no-host'
  | 'several-hosts'
  | 'bad-length'
  | 'several-lengths'
  | 'bad-transfer-encoding'
  | 'length-and-transfer-encoding'
  | 'chunk-size'
  | 'chunk-extension'
  | 'chunk-end'
  | 'trailer'
  | 'truncated'
  /** HTTP/2 only: an invalid pseudo-header field, and a connection-specific field. */
  | 'pseudo-field'
  | 'connection-field';

/** The peer sent an unacceptable message. Nothing after the fault is read. */
export class WireError extends Error {
  readonly fault: WireFault;

  constructor(fault: WireFault) {
    super(`unacceptable HTTP message: ${fault}`);
    this.fault = fault;
  }
}
