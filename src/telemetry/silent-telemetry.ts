import type { Logger, Telemetry } from './telemetry.ts';

const log: Logger = {
  error: () => {},
  warn: () => {},
  info: () => {},
  debug: () => {},
  child: () => log,
};

/** Logs and counts nothing. For commands and tests. */
export const silentTelemetry: Telemetry = {
  log,
  metrics: {
    counter: () => ({ inc: () => {} }),
    gauge: () => ({ set: () => {} }),
    observableGauge: () => {},
    histogram: () => ({ observe: () => {} }),
  },
};
