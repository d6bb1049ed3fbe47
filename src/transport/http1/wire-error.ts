/** Why bytes on a connection are not taken. Each is a reason of its own, so that refusals can be counted. */
export type WireFault =
  /** Bytes that begin neither a request nor a response. */
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
  /** Of HTTP/2: a field that stands for part of a request line, and one that belongs to HTTP/1.1. */
  | 'pseudo-field'
  | 'connection-field';

/** The other side does not speak HTTP as it is taken here. Nothing behind the fault is read. */
export class WireError extends Error {
  readonly fault: WireFault;

  constructor(fault: WireFault) {
    super(`not HTTP as it is accepted here: ${fault}`);
    this.fault = fault;
  }
}
