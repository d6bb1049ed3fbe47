import { PalisadeError } from '../../kernel/palisade-error.ts';

/** The output options are invalid. */
export class OutputError extends PalisadeError {
  /** The path in the options, such as `field_names[2]`. */
  readonly pointer: string;
  /** Without the path. */
  readonly reason: string;

  constructor(pointer: string, reason: string) {
    super('output_options_invalid', `${pointer}: ${reason}`);
    this.pointer = pointer;
    this.reason = reason;
  }
}
