import type { EdgeGatewayConfig } from '../../contracts/edge-channel.ts';
import { EDGE_CALLER_HEADER, writeEdgeCaller } from '../../contracts/gateway/edge-caller.ts';
import type { OriginSnapshot } from '../../contracts/snapshot/load-balancing-section.ts';
import { OriginRuntime } from '../balancing/origin-runtime.ts';
import { PoolRuntime } from '../balancing/pool-runtime.ts';
import type { Route } from '../balancing/route.ts';
import { type OriginConnectionSettings, OriginPools } from '../upstream/origin-pools.ts';
import { GatewayTunnels } from './gateway-tunnels.ts';

/** The name of the gateway in traces. */
const NAME = 'gateway';

/** The gateway of the node, as an origin that requests are routed to. */
export class GatewayLink {
  readonly route: Route;
  readonly tunnels = new GatewayTunnels();

  constructor({ host, port, secret }: EdgeGatewayConfig, settings: OriginConnectionSettings) {
    const origin = new OriginRuntime('', snapshotOf(host, port), openPools(host, port, settings));
    this.route = {
      pool: poolOf(origin),
      origin,
      isPinned: false,
      isGuest: false,
      callerField: (address) => [EDGE_CALLER_HEADER, writeEdgeCaller(secret, address)],
    };
  }

  /** Lets requests in flight finish and accepts no new ones. */
  close(): void {
    this.route.origin.pools.close();
  }
}

function openPools(host: string, port: number, settings: OriginConnectionSettings): OriginPools {
  return new OriginPools(snapshotOf(host, port), settings);
}

function snapshotOf(address: string, port: number): OriginSnapshot {
  return {
    name: NAME,
    address,
    port,
    scheme: 'http',
    weight: 1,
    enabled: true,
    disabledAt: undefined,
    hostHeader: undefined,
    healthy: undefined,
    roundTripMs: undefined,
  };
}

function poolOf(origin: OriginRuntime): PoolRuntime {
  return new PoolRuntime(
    {
      id: '',
      accountId: '',
      name: NAME,
      enabled: true,
      minimumOrigins: 1,
      monitored: false,
      originSteering: 'random',
      loadShedding: { defaultPercent: 0, defaultPolicy: 'random', sessionPercent: 0 },
      coordinates: undefined,
      origins: [origin.snapshot],
    },
    () => origin,
  );
}
