import type { Telemetry } from '../telemetry/telemetry.ts';
import type { EdgeProblem } from './error-page.ts';

/** Log lines and metrics of an edge process. */
export function edgeTelemetry({ log, metrics }: Telemetry) {
  const requests = metrics.counter({
    name: 'edge_requests_total',
    help: 'Requests of visitors by what became of them',
    labels: ['outcome'],
  });
  const zones = metrics.gauge({
    name: 'edge_zones',
    help: 'Zones known to the edge',
    across: 'max',
  });
  const revision = metrics.gauge({
    name: 'edge_snapshot_revision',
    help: 'Revision of the configuration that the edge runs',
    labels: ['slot'],
  });
  return {
    answered: (problem: EdgeProblem) => requests.inc({ outcome: problem }),
    applied(slot: number, applied: { revision: number; zones: number }) {
      revision.set({ slot: String(slot) }, applied.revision);
      zones.set({}, applied.zones);
    },
    serving: (port: number) => log.info({ port }, 'the edge takes visitors'),
    draining: () => log.info({}, 'the edge takes no new visitors and finishes what is under way'),
  };
}
