import type { Telemetry } from '../../telemetry/telemetry.ts';

/** Log lines and metrics about edge processes, seen from the primary. */
export interface EdgeSupervisorTelemetry {
  edgeEnded(slot: number, code: number | null, signal: string | null): void;
}

export function edgeSupervisorTelemetry({ log, metrics }: Telemetry): EdgeSupervisorTelemetry {
  const restarts = metrics.counter({
    name: 'edge_restarts_total',
    help: 'Edge processes that ended unexpectedly and were replaced',
  });
  return {
    edgeEnded(slot, code, signal) {
      restarts.inc({});
      log.warn({ slot, code, signal }, 'an edge process ended and is replaced');
    },
  };
}
