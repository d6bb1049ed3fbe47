import type { GatewayConfig } from '../contracts/gateway/gateway-channel.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Metrics } from '../telemetry/telemetry.ts';
import { TimerWheel } from '../transport/timer-wheel.ts';
import type { ListeningSocket } from '../transport/visitor-server.ts';
import { CallRates } from './clients/call-rates.ts';
import { ClientViews } from './clients/client-views.ts';
import { observeGateway } from './gateway-gauges.ts';
import type { GatewayTelemetry } from './gateway-telemetry.ts';
import { type OpenNetwork, openNetwork } from './open-network.ts';
import { Backlog } from './server/backlog.ts';
import { GatewayServer } from './server/gateway-server.ts';
import { NetworkTable } from './server/network-table.ts';
import { WebSockets } from './server/websockets.ts';

/** Resolution of the deadlines of connections. */
const TICK_MS = 100;

export interface GatewayOptions {
  readonly config: GatewayConfig;
  readonly clock: Clock;
  readonly telemetry: GatewayTelemetry;

  readonly metrics: Metrics;
}

/** The JSON-RPC gateway: listens for calls, and forwards them to the upstreams of their network. */
export class Gateway {
  readonly #server: GatewayServer;
  readonly #sockets: WebSockets;
  readonly #wheel = new TimerWheel({ tickMs: TICK_MS, now: () => performance.now() });
  readonly #networks: readonly OpenNetwork[];
  readonly #drainMs: number;

  constructor({ config, clock, telemetry, metrics }: GatewayOptions) {
    const { limits, accessKeyHashes, edgeSecret } = config;
    const wheel = this.#wheel;
    this.#drainMs = config.drainSeconds * 1000;
    const cacheBytes = limits.cacheBytes / Math.max(1, config.networks.length);
    this.#networks = config.networks.map((network) =>
      openNetwork(network, { clock, wheel, telemetry, limits: { ...limits, cacheBytes } }),
    );
    const rates = new CallRates({ rate: limits.clientRate, burst: limits.clientBurst, clock });
    const common = {
      limits,
      rates,
      views: new ClientViews(),
      backlog: new Backlog(limits.waitingBytes),
      onError: telemetry.failed,
    };
    this.#sockets = new WebSockets({ ...common, clock });
    this.#server = new GatewayServer({
      ...common,
      wheel,
      networks: new NetworkTable(
        this.#networks.map(({ gateway }) => gateway),
        clock,
      ),
      accessKeyHashes,
      edgeSecret,
      sockets: this.#sockets,
      onRefusal: telemetry.refused,
    });
    observeGateway(metrics, () => ({
      connections: this.#server.connections,
      webSockets: this.#sockets.size,
      networks: this.#networks.map((network) => network.state()),
    }));
  }

  get connections(): number {
    return this.#server.connections;
  }

  async listen(sockets: readonly ListeningSocket[]): Promise<number> {
    this.#wheel.start();
    await Promise.all(this.#networks.map(({ tracker }) => tracker.start()));
    return await this.#server.listen(sockets);
  }

  async drain(isReplaced: boolean): Promise<void> {
    this.#sockets.end();
    await this.#server.drain(isReplaced, this.#drainMs);
    for (const network of this.#networks) network.close();
    this.#wheel.stop();
  }
}
