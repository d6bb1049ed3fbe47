import { isHost } from '../../../kernel/host-name.ts';
import { invalid } from '../load-balancing-errors.ts';
import { parseExpectedCodes } from '../monitors/expected-codes.ts';
import { checkProbeHeaders, checkProbePath, checkProbeTimes } from '../monitors/probe-rules.ts';
import { type HealthCheckDocument, healthCheckDefaults } from './health-check-schema.ts';

const NAME = /^[-\w]+$/;

/** Throws if the document is invalid. The settings of both protocols are checked, since the type may be changed alone. */
export function checkHealthCheck(document: HealthCheckDocument): void {
  const { name, address, http_config: http } = document;
  if (!NAME.test(name)) {
    throw invalid(
      '/name',
      `"${name}" is not a health check name: use letters, digits, "-" and "_"`,
    );
  }
  if (!isHost(address)) {
    throw invalid(
      '/address',
      `"${address}" is not an IP address or host name: write only the host; the port and the path are members of "http_config" or "tcp_config"`,
    );
  }
  checkProbeTimes({ ...healthCheckDefaults, ...document });
  if (http) checkHttpConfig(http);
}

function checkHttpConfig({
  path = '/',
  header,
  expected_codes: codes = [],
}: NonNullable<HealthCheckDocument['http_config']>): void {
  checkProbePath(path, '/http_config/path');
  const bad = codes.findIndex((code) => !parseExpectedCodes(code));
  if (bad !== -1) {
    throw invalid(
      `/http_config/expected_codes/${bad}`,
      `"${codes[bad]}" is not a status code: write codes such as 200, 2xx or 200-299`,
    );
  }
  checkProbeHeaders(header, '/http_config/header');
}
