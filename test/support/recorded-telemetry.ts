import type { Logger, Telemetry } from '../../src/telemetry/telemetry.ts';

/** Records every log record and every label of metrics. */
export function recordedTelemetry(): Telemetry & { readonly records: unknown[] } {
  const records: unknown[] = [];
  const keep = (...logged: unknown[]) => {
    records.push(logged.map(plain));
  };
  const log: Logger = { error: keep, warn: keep, info: keep, debug: keep, child: () => log };
  return {
    records,
    log,
    metrics: {
      counter: () => ({ inc: keep }),
      gauge: () => ({ set: keep }),
      observableGauge: () => {},
      histogram: () => ({ observe: keep }),
    },
  };
}

/** Errors have no enumerable members, so JSON would omit their content. */
function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return { message: value.message, stack: value.stack };
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]));
}
