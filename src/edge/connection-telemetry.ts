import type { Metrics } from '../telemetry/telemetry.ts';
import type { Edge } from './edge.ts';

/** Metrics of the connections of an edge process and of its certificates, collected when they are scraped. */
export function connectionTelemetry(metrics: Metrics, edge: Edge): void {
  metrics.observableGauge({
    name: 'edge_visitor_connections',
    help: 'Open connections of visitors: in a handshake, idle (without a request, or closing) or busy',
    labels: ['protocol', 'state'],
    read: () =>
      edge.countVisitorConnections().map(({ protocol, state, count }) => ({
        labels: { protocol, state },
        value: count,
      })),
  });
  metrics.observableGauge({
    name: 'edge_origin_connections',
    help: 'Open connections to origins: idle (kept alive) or busy; without those of WebSockets',
    labels: ['state'],
    read: () => {
      const { open, idle } = edge.countOriginConnections();
      return [
        { labels: { state: 'idle' }, value: idle },
        { labels: { state: 'busy' }, value: open - idle },
      ];
    },
  });
  // Names are safe as labels, because the operator chose them as file names.
  metrics.observableGauge({
    name: 'edge_certificate_days_left',
    help: 'Days until a certificate of the edge expires; negative if it has expired',
    labels: ['name'],
    across: 'max',
    read: () =>
      edge.certificateExpiries().map(({ name, daysLeft }) => ({
        labels: { name },
        value: daysLeft,
      })),
  });
}
