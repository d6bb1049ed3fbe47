import type { Telemetry } from '../../../telemetry/telemetry.ts';
import type { ProcessExit } from './process-handle.ts';

export type SupervisorTelemetry = ReturnType<typeof supervisorTelemetry>;

/** Log lines and metrics about the processes of a kind, seen from the primary. */
export function supervisorTelemetry(kind: string, { log, metrics }: Telemetry) {
  const processes = metrics.gauge({
    name: `${kind}_processes`,
    help: `Processes of the kind "${kind}" that serve`,
  });
  const restarts = metrics.counter({
    name: `${kind}_restarts_total`,
    help: `Processes of the kind "${kind}" that ended unexpectedly and were replaced`,
  });
  return {
    started: (slot: number, pid: number | undefined) =>
      log.debug({ kind, slot, pid }, 'a process was started'),
    /** Called with the number of serving processes whenever it changes. */
    serving: (count: number) => processes.set({}, count),
    ended(slot: number, { code, signal, error }: ProcessExit) {
      restarts.inc({});
      log.warn(
        { kind, slot, code, signal, ...(error !== undefined && { err: error }) },
        'a process ended unexpectedly and is replaced',
      );
    },
  };
}
