import { PalisadeError } from '../../kernel/palisade-error.ts';

/** A sample line is invalid. */
export class LineError extends PalisadeError {
  /** Such as `lines[2].EdgeResponseStatus`. */
  readonly pointer: string;

  constructor(pointer: string, reason: string) {
    super('log_line_invalid', `${pointer}: ${reason}`);
    this.pointer = pointer;
  }
}
