import { PalisadeError } from '../../kernel/palisade-error.ts';

/** Why a destination did not take something. The message is shown to people and never holds a secret. */
export class DestinationError extends PalisadeError {
  /** Retrying the same batch cannot help; somebody has to change the job or the destination. It is retried all the same, seldom. */
  readonly isPermanent: boolean;
  /** What the destination asked to wait (429, 503). */
  readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    options: { isPermanent?: boolean; retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    super('destination_failed', message, { cause: options.cause });
    this.isPermanent = options.isPermanent ?? false;
    this.retryAfterMs = options.retryAfterMs;
  }
}
