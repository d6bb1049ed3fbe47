import { PermanentFailure, RetryLater } from '../../../contracts/job.ts';
import { OutboundError } from '../../../outbound/outbound-error.ts';

/** Not retryable: the result would be the same. */
const permanentStatuses: ReadonlySet<number> = new Set([400, 410, 413, 422]);
/** Statuses with a `Retry-After` header. */
const laterStatuses: ReadonlySet<number> = new Set([429, 503]);
/** Upper limit of `Retry-After`: one wrong header must not stop deliveries for a day. */
const MAX_RETRY_AFTER_MS = 3_600_000;

export interface HttpOutcome {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

export const isSuccess = ({ status }: Pick<HttpOutcome, 'status'>) => status >= 200 && status < 300;

/** Throws unless the receiver has accepted the request. `receiver` must not contain secrets. */
export function requireAccepted(receiver: string, outcome: HttpOutcome, now: number): void {
  const { status } = outcome;
  if (isSuccess(outcome)) return;
  if (status >= 300 && status < 400) {
    throw new PermanentFailure(
      `${receiver} redirects to another address (status ${status}). Redirects are not followed: save the other address.`,
    );
  }
  const text = `${receiver} returned status ${status}.`;
  if (permanentStatuses.has(status)) throw new PermanentFailure(text);
  const afterMs = laterStatuses.has(status) ? retryAfter(outcome, now) : undefined;
  throw afterMs === undefined ? new Error(text) : new RetryLater(text, afterMs);
}

/** A forbidden address is not retryable: it stays forbidden until the destination or the settings change. */
export function asDeliveryFailure(error: unknown): unknown {
  const isRefused = error instanceof OutboundError && error.refused;
  return isRefused ? new PermanentFailure(error.message) : error;
}

/** Seconds or a date (RFC 9110 section 10.2.3); undefined if it is missing or invalid. */
function retryAfter({ headers }: HttpOutcome, now: number): number | undefined {
  const text = headers['retry-after']?.trim() ?? '';
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS) : undefined;
}
