import type { GatewayConfig } from '../contracts/gateway/gateway-channel.ts';
import type { Clock } from '../kernel/clock.ts';
import type { OutboundClient } from '../outbound/outbound-client.ts';
import type { Metrics } from '../telemetry/telemetry.ts';
import type { ListeningSocket } from '../transport/visitor-server.ts';
import { CallRates } from './clients/call-rates.ts';
import { ClientViews } from './clients/client-views.ts';
import { observeGateway } from './gateway-gauges.ts';
import type { GatewayTelemetry } from './gateway-telemetry.ts';
import { type OpenNetwork, openNetwork } from './open-network.ts';
import { GatewayServer } from './server/gateway-server.ts';
import { NetworkTable } from './server/network-table.ts';
import { WebSockets } from './server/websockets.ts';

export interface GatewayOptions {
  readonly config: GatewayConfig;
  readonly clock: Clock;
  readonly client: OutboundClient;
  readonly telemetry: GatewayTelemetry;
  /** Where connections, caches and upstreams are measured. */
  readonly metrics: Metrics;
}

/** Answers calls about several networks: listens for them, and asks the upstreams of each network. */
export class Gateway {
  readonly #server: GatewayServer;
  readonly #sockets: WebSockets;
  readonly #client: OutboundClient;
  readonly #networks: readonly OpenNetwork[];

  constructor({ config, clock, client, telemetry, metrics }: GatewayOptions) {
    const { limits, accessKeyHashes } = config;
    this.#client = client;
    const cacheBytes = limits.cacheBytes / Math.max(1, config.networks.length);
    this.#networks = config.networks.map((network) =>
      openNetwork(network, { clock, client, telemetry, limits: { ...limits, cacheBytes } }),
    );
    const rates = new CallRates({ rate: limits.clientRate, burst: limits.clientBurst, clock });
    const common = { limits, rates, views: new ClientViews(), onError: telemetry.failed };
    this.#sockets = new WebSockets(common);
    this.#server = new GatewayServer({
      ...common,
      networks: new NetworkTable(
        this.#networks.map(({ gateway }) => gateway),
        clock,
      ),
      accessKeyHashes,
      sockets: this.#sockets,
      onRefusal: telemetry.refused,
    });
    observeGateway(metrics, () => ({
      connections: this.#server.connections,
      webSockets: this.#sockets.size,
      networks: this.#networks.map((network) => network.state()),
    }));
  }

  async listen(sockets: readonly ListeningSocket[]): Promise<number> {
    await Promise.all(this.#networks.map(({ tracker }) => tracker.start()));
    return await this.#server.listen(sockets);
  }

  async drain(isReplaced: boolean): Promise<void> {
    this.#sockets.end();
    await this.#server.drain(isReplaced);
    for (const { tracker } of this.#networks) tracker.stop();
    await this.#client.close();
  }
}
