import type { ProbeCheck, ProbeTarget } from '../../../outbound/probe/probe-check.ts';
import type { Thresholds } from '../health/health-model.ts';
import { parseExpectedCodes } from '../monitors/expected-codes.ts';
import {
  defaultPorts,
  type HealthCheckDocument,
  healthCheckDefaults,
  httpDefaults,
} from './health-check-schema.ts';

const EXPECTED_CODES = ['200'];

/** What a health check asks of the prober, with all defaults filled in. */
export interface Probing {
  readonly target: ProbeTarget;
  readonly check: ProbeCheck;
  readonly intervalSeconds: number;
  readonly thresholds: Thresholds;
}

export function toProbing(document: HealthCheckDocument): Probing {
  const filled = withDefaults(document);
  const { type, address, http_config: http, tcp_config: tcp } = filled;
  const port = (type === 'TCP' ? tcp : http)?.port || defaultPorts[type];
  return {
    target: { address, port },
    check: checkOf(filled),
    intervalSeconds: filled.interval,
    thresholds: {
      consecutiveUp: filled.consecutive_successes,
      consecutiveDown: filled.consecutive_fails,
    },
  };
}

const withDefaults = (document: HealthCheckDocument) => ({ ...healthCheckDefaults, ...document });

function checkOf({
  type,
  timeout,
  retries,
  http_config: http = {},
}: ReturnType<typeof withDefaults>): ProbeCheck {
  const patience = { timeoutMs: timeout * 1000, retries };
  if (type === 'TCP') return { kind: 'tcp', ...patience };
  const codes = http.expected_codes?.length ? http.expected_codes : EXPECTED_CODES;
  return {
    kind: type === 'HTTP' ? 'http' : 'https',
    ...patience,
    method: http.method ?? httpDefaults.method,
    path: http.path ?? httpDefaults.path,
    headers: http.header ?? {},
    expectedCodes: codes.flatMap((code) => parseExpectedCodes(code) ?? []),
    expectedBody: http.expected_body ?? '',
    followRedirects: http.follow_redirects ?? httpDefaults.follow_redirects,
    allowInsecure: http.allow_insecure ?? httpDefaults.allow_insecure,
  };
}
