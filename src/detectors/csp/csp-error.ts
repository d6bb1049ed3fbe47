import { PalisadeError } from '../../kernel/palisade-error.ts';

/** Why a text is not a valid policy: the position, the offending piece, and the remedy. */
export class CspError extends PalisadeError {
  /** Offset into the text. */
  readonly at: number;

  constructor(at: number, reason: string) {
    super('csp_invalid', `character ${at + 1}: ${reason}`);
    this.at = at;
  }
}
