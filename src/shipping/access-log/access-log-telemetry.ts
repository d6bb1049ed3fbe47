import type { Telemetry } from '../../telemetry/telemetry.ts';

export interface AccessLogTelemetry {
  written(lines: number): void;
  /** Lines that were removed from the spool unread, or could not be decoded. */
  lost(lines: number): void;
  failed(reason: string): void;
}

export function accessLogTelemetry({ log, metrics }: Telemetry): AccessLogTelemetry {
  const written = metrics.counter({
    name: 'access_log_lines_total',
    help: 'Lines that were written to the access log',
  });
  const lost = metrics.counter({
    name: 'access_log_lost_total',
    help: 'Requests that are missing in the access log: removed from the spool unread, or not decodable',
  });
  let failure: string | undefined;
  return {
    written(lines) {
      written.inc({}, lines);
      if (failure === undefined) return;
      failure = undefined;
      log.info({}, 'the access log is written again');
    },
    lost: (lines) => lost.inc({}, lines),
    // The same failure is logged once, not every second.
    failed(reason) {
      if (reason === failure) return;
      failure = reason;
      log.error(
        { reason },
        'the access log cannot be written; lines stay in the spool until it can',
      );
    },
  };
}
