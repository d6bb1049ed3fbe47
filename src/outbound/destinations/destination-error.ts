import { PalisadeError } from '../../kernel/palisade-error.ts';

export interface DestinationErrorOptions {
  readonly isPermanent?: boolean;
  readonly retryAfterMs?: number | undefined;
  readonly said?: string | undefined;
  readonly cause?: unknown;
}

/** Why a destination did not take something. The message is shown to people and never holds a secret. */
export class DestinationError extends PalisadeError {
  /** Retrying the same batch cannot help; somebody has to change the job or the destination. It is retried all the same, seldom. */
  readonly isPermanent: boolean;
  /** What the destination asked to wait (429, 503). */
  readonly retryAfterMs: number | undefined;

  /** What the destination said, as it came: secrets have to be removed before it is cut or shown. */
  readonly said: string | undefined;

  constructor(message: string, options: DestinationErrorOptions = {}) {
    super('destination_failed', message, { cause: options.cause });
    this.isPermanent = options.isPermanent ?? false;
    this.retryAfterMs = options.retryAfterMs;
    this.said = options.said;
  }
}
