import { PalisadeError } from '../../kernel/palisade-error.ts';

export interface DestinationErrorOptions {
  readonly isPermanent?: boolean;
  readonly isTooLarge?: boolean;
  readonly retryAfterMs?: number | undefined;
  readonly serverMessage?: string | undefined;
  readonly cause?: unknown;
}

/** Why a write to a destination failed. The message is shown to users and never contains a secret. */
export class DestinationError extends PalisadeError {
  /** Retries fail until the job or the destination is changed. They are made all the same, but rarely. */
  readonly isPermanent: boolean;
  /** The destination refused the size of the batch (413). */
  readonly isTooLarge: boolean;
  /** From the `Retry-After` of the destination (429, 503). */
  readonly retryAfterMs: number | undefined;

  /** The error message of the destination, verbatim: secrets have to be removed before it is shortened or shown. */
  readonly serverMessage: string | undefined;

  constructor(message: string, options: DestinationErrorOptions = {}) {
    super('destination_failed', message, { cause: options.cause });
    this.isPermanent = options.isPermanent ?? false;
    this.isTooLarge = options.isTooLarge ?? false;
    this.retryAfterMs = options.retryAfterMs;
    this.serverMessage = options.serverMessage;
  }
}
