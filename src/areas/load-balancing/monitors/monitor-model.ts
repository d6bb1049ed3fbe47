import { type CodeRange, parseExpectedCodes } from './expected-codes.ts';
import { type MonitorRecord, monitorDefaults } from './monitor-schema.ts';

/** A monitor with every default filled in: what acts. */
export interface Monitor {
  readonly id: string;
  readonly accountId: string;
  readonly type: 'http' | 'https' | 'tcp';
  /** Without meaning for `tcp`, as all that follows down to `followRedirects`. */
  readonly method: string;
  readonly path: string;
  /** Names as they were written. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly expectedCodes: readonly CodeRange[];
  /** Text that the answer must hold, whatever its case; empty: any answer will do. */
  readonly expectedBody: string;
  readonly followRedirects: boolean;
  /** Whether certificates are taken as they are. */
  readonly allowInsecure: boolean;
  /** Undefined: the port of the origin when it was given one, otherwise that of the type. */
  readonly port: number | undefined;
  readonly intervalSeconds: number;
  readonly timeoutSeconds: number;
  /** Further attempts at once, only after a timeout. */
  readonly retries: number;
  /** Results in a row that it takes to change the health; 0 and 1 act at once. */
  readonly consecutiveUp: number;
  readonly consecutiveDown: number;
}

export function toMonitor({
  id,
  accountId,
  document,
}: Pick<MonitorRecord, 'id' | 'accountId' | 'document'>): Monitor {
  const { type = 'http' } = document;
  return {
    id,
    accountId,
    type,
    method: document.method ?? (type === 'tcp' ? 'connection_established' : 'GET'),
    path: document.path ?? '/',
    headers: document.header ?? {},
    expectedCodes: parseExpectedCodes(document.expected_codes ?? '200') ?? [],
    expectedBody: document.expected_body ?? '',
    followRedirects: document.follow_redirects ?? false,
    allowInsecure: document.allow_insecure ?? false,
    port: document.port || undefined,
    intervalSeconds: document.interval ?? monitorDefaults.interval,
    timeoutSeconds: document.timeout ?? monitorDefaults.timeout,
    retries: document.retries ?? monitorDefaults.retries,
    consecutiveUp: document.consecutive_up ?? 0,
    consecutiveDown: document.consecutive_down ?? 0,
  };
}
