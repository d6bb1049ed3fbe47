import type { ApiTelemetry } from '../../http/api-server.ts';
import { isDiskFull } from '../../kernel/disk-errors/disk-full.ts';
import { describeError } from '../../kernel/palisade-error.ts';
import type { Telemetry } from '../../telemetry/telemetry.ts';

/** Log lines and metrics of the management API. */
export function apiTelemetry({ log, metrics }: Telemetry): ApiTelemetry {
  const requests = metrics.counter({
    name: 'api_requests_total',
    help: 'Requests to the management API',
    labels: ['method', 'route', 'status'],
  });
  const duration = metrics.histogram({
    name: 'api_request_duration_seconds',
    help: 'Time from request to response of the management API',
    labels: ['route'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
  });
  return {
    responded({ method, route, status, seconds }) {
      requests.inc({ method, route, status: String(status) });
      duration.observe({ route }, seconds);
    },
    failed(error, id) {
      log.error({ err: error, id }, 'a request failed because of an internal error');
    },
    refused(error, { method, path }) {
      // A full disk is reported once for the whole node.
      if (isDiskFull(error)) return;
      const reason = describeError(error);
      log.warn({ method, path, reason }, 'an API call was refused: the database is unavailable');
    },
  };
}
