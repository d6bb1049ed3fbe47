import { PalisadeError } from '../../kernel/palisade-error.ts';

export interface DestinationErrorOptions {
  readonly isPermanent?: boolean;
  readonly retryAfterMs?: number | undefined;
  readonly serverText?: string | undefined;
  readonly cause?: unknown;
}

/** Why a delivery failed. The message is shown to users and never contains a secret. */
export class DestinationError extends PalisadeError {
  /** A retry is useless until the job or the destination is changed. It is retried all the same, rarely. */
  readonly isPermanent: boolean;
  /** From `Retry-After` (429, 503). */
  readonly retryAfterMs: number | undefined;

  /** The error text of the destination, verbatim: secrets have to be removed before it is shortened or shown. */
  readonly serverText: string | undefined;

  constructor(message: string, options: DestinationErrorOptions = {}) {
    super('destination_failed', message, { cause: options.cause });
    this.isPermanent = options.isPermanent ?? false;
    this.retryAfterMs = options.retryAfterMs;
    this.serverText = options.serverText;
  }
}
