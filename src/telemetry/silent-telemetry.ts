import type { Logger, Telemetry } from './telemetry.ts';

const log: Logger = {
  error: () => {},
  warn: () => {},
  info: () => {},
  debug: () => {},
  child: () => log,
};

/** Says nothing and counts nothing: for commands that only use the code. */
export const silentTelemetry: Telemetry = {
  log,
  metrics: {
    counter: () => ({ inc: () => {} }),
    gauge: () => ({ set: () => {} }),
    histogram: () => ({ observe: () => {} }),
  },
};
