import { type CodeRange, parseExpectedCodes } from './expected-codes.ts';
import { type MonitorRecord, type MonitorType, monitorDefaults } from './monitor-schema.ts';

/** A monitor with all defaults filled in. */
export interface Monitor {
  readonly id: string;
  readonly accountId: string;
  readonly type: MonitorType;
  /** Only `http` and `https` monitors use this member and those down to `allowInsecure`. */
  readonly method: string;
  readonly path: string;
  /** Names in their original case. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly expectedCodes: readonly CodeRange[];
  /** Text that the response must contain, case-insensitive. Empty: any response passes. */
  readonly expectedBody: string;
  readonly followRedirects: boolean;
  /** Whether invalid certificates are accepted. */
  readonly allowInsecure: boolean;
  /** Undefined: the port of the origin if it has one, otherwise the default port of the type. */
  readonly port: number | undefined;
  readonly intervalSeconds: number;
  readonly timeoutSeconds: number;
  /** Further attempts in the same round, only after a time-out. */
  readonly retries: number;
  /** The number of equal results in a row that change the health. 0 and 1 mean at once. */
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
    method: document.method ?? 'GET',
    path: document.path ?? '/',
    headers: document.header ?? {},
    expectedCodes: parseExpectedCodes(document.expected_codes || '200') ?? [],
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
