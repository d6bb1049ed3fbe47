import { PalisadeError } from '../../kernel/palisade-error.ts';

/** The problem of a log filter, and its position. */
export class LogFilterError extends PalisadeError {
  /** The path in the JSON, such as `where.and[1].value`; empty for the filter as a whole. */
  readonly pointer: string;
  /** Without the path. */
  readonly reason: string;

  constructor(pointer: string, reason: string) {
    super('log_filter_invalid', pointer === '' ? reason : `${pointer}: ${reason}`);
    this.pointer = pointer;
    this.reason = reason;
  }
}
