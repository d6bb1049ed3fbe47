import type { Metrics } from '../telemetry/telemetry.ts';
import type { UpstreamHealth } from './upstreams/upstream.ts';

/** A snapshot for the gauges. */
export interface GatewayState {
  readonly connections: number;
  readonly webSockets: number;
  readonly networks: readonly {
    readonly name: string;
    readonly head: number | undefined;
    readonly cacheBytes: number;
    readonly upstreams: readonly { readonly name: string; readonly health: UpstreamHealth }[];
  }[];
}

/** Registers gauges of connections, caches and upstreams, which are read at each scrape. */
export function observeGateway(metrics: Metrics, state: () => GatewayState): void {
  metrics.observableGauge({
    name: 'gateway_connections',
    help: 'Open connections, WebSockets included',
    labels: [],
    read: () => [{ labels: {}, value: state().connections }],
  });
  metrics.observableGauge({
    name: 'gateway_websockets',
    help: 'Open WebSockets',
    labels: [],
    read: () => [{ labels: {}, value: state().webSockets }],
  });
  metrics.observableGauge({
    name: 'gateway_cache_bytes',
    help: 'Bytes of cached results',
    labels: ['network'],
    read: () =>
      state().networks.map(({ name, cacheBytes }) => ({
        labels: { network: name },
        value: cacheBytes,
      })),
  });
  metrics.observableGauge({
    name: 'gateway_head_block',
    help: 'The newest verified block of a network',
    labels: ['network'],
    across: 'max',
    read: () =>
      state().networks.flatMap(({ name, head }) =>
        head === undefined ? [] : [{ labels: { network: name }, value: head }],
      ),
  });
  const ofUpstreams = (value: (health: UpstreamHealth) => number | undefined) => () =>
    state().networks.flatMap(({ name: network, upstreams }) =>
      upstreams.flatMap(({ name: upstream, health }) => {
        const measured = value(health);
        return measured === undefined ? [] : [{ labels: { network, upstream }, value: measured }];
      }),
    );
  metrics.observableGauge({
    name: 'gateway_upstream_usable',
    help: '1 if calls are sent to an upstream, 0 if it is left out',
    labels: ['network', 'upstream'],
    across: 'max',
    read: ofUpstreams(({ isUsable }) => (isUsable ? 1 : 0)),
  });
  metrics.observableGauge({
    name: 'gateway_upstream_head_block',
    help: 'The newest block of an upstream',
    labels: ['network', 'upstream'],
    across: 'max',
    read: ofUpstreams(({ headNumber }) => headNumber),
  });
}
