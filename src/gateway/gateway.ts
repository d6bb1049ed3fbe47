import { findNetwork } from '../catalogs/networks/networks.ts';
import type { GatewayConfig } from '../contracts/gateway/gateway-channel.ts';
import type { Clock } from '../kernel/clock.ts';
import type { OutboundClient } from '../outbound/outbound-client.ts';
import type { ListeningSocket } from '../transport/visitor-server.ts';
import { ownAnswers } from './calls/own-answers.ts';
import { CallRates } from './clients/call-rates.ts';
import { ClientViews } from './clients/client-views.ts';
import type { GatewayTelemetry } from './gateway-telemetry.ts';
import { NetworkGateway } from './network-gateway.ts';
import { GatewayServer } from './server/gateway-server.ts';
import { NetworkTable } from './server/network-table.ts';
import { askInOrder } from './upstreams/ask.ts';
import { HttpUpstream } from './upstreams/http-upstream.ts';

export interface GatewayOptions {
  readonly config: GatewayConfig;
  readonly clock: Clock;
  readonly client: OutboundClient;
  readonly telemetry: GatewayTelemetry;
}

/** Answers calls about several networks: listens for them, and asks the upstreams of each network. */
export class Gateway {
  readonly #server: GatewayServer;
  readonly #client: OutboundClient;

  constructor({ config, clock, client, telemetry }: GatewayOptions) {
    const { limits, accessKeyHashes } = config;
    this.#client = client;
    const gateways = config.networks.map(({ name, upstreams }) => {
      const network = findNetwork(name);
      if (!network) throw new Error(`there is no network ${name}`);
      const nodes = upstreams.map(
        ({ url }, n) =>
          new HttpUpstream({
            name: `${name}-${n + 1}`,
            url,
            client,
            timeoutMs: limits.timeoutMs,
            maxResponseBytes: limits.responseBytes,
          }),
      );
      return new NetworkGateway(network, ownAnswers(network, askInOrder(network, nodes)));
    });
    this.#server = new GatewayServer({
      networks: new NetworkTable(gateways, clock),
      limits,
      rates: new CallRates({ rate: limits.clientRate, burst: limits.clientBurst, clock }),
      views: new ClientViews(),
      accessKeyHashes,
      onError: telemetry.failed,
    });
  }

  listen(sockets: readonly ListeningSocket[]): Promise<number> {
    return this.#server.listen(sockets);
  }

  async drain(isReplaced: boolean): Promise<void> {
    await this.#server.drain(isReplaced);
    await this.#client.close();
  }
}
