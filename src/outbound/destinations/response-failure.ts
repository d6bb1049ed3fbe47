import { DestinationError } from './destination-error.ts';

/** Upper limit of `Retry-After`. */
const MAX_RETRY_AFTER_MS = 3_600_000;

/** Retryable 4xx statuses: time-out, too early, too many requests. */
const temporary: ReadonlySet<number> = new Set([408, 425, 429]);

export interface FailedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** The error for a response with a status other than 2xx. `reason`: the error message of the destination. */
export function responseFailure(
  name: string,
  { status, headers }: FailedResponse,
  now: number,
  reason?: string,
): DestinationError {
  const hint =
    status >= 300 && status < 400 ? '; redirects are not followed, use the final address' : '';
  return new DestinationError(`${name} responded with status ${status}${hint}`, {
    serverMessage: reason,
    isTooLarge: status === 413,
    isPermanent: status < 500 && !temporary.has(status),
    retryAfterMs: retryAfter(headers['retry-after'], now),
  });
}

/** `Retry-After` in milliseconds (RFC 9110 section 10.2.3): seconds or a date. */
export function retryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS) : undefined;
}
