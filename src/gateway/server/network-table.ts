import { findNetwork } from '../../catalogs/networks/networks.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { NetworkGateway } from '../network-gateway.ts';
import type { RpcError } from '../rpc/rpc-call.ts';
import { rpcErrors } from '../rpc/rpc-errors.ts';

/** A served network, or the error for calls to it. */
export type FoundNetwork = OpenedNetwork | { readonly error: RpcError };

export interface OpenedNetwork {
  readonly gateway: NetworkGateway;
  /** Header fields that announce the withdrawal of the network. */
  readonly fields: readonly string[];
}

/** The networks of the gateway, by the name in the path. */
export class NetworkTable {
  readonly #gateways: ReadonlyMap<string, NetworkGateway>;
  readonly #clock: Clock;

  constructor(gateways: readonly NetworkGateway[], clock: Clock) {
    this.#gateways = new Map(gateways.map((gateway) => [gateway.network.name, gateway]));
    this.#clock = clock;
  }

  find(name: string): FoundNetwork {
    const network = findNetwork(name);
    if (!network) return { error: rpcErrors.unknownNetwork(name) };
    const { withdrawal } = network;
    if (withdrawal && this.#clock.now() >= Date.parse(withdrawal.on)) {
      return { error: rpcErrors.withdrawn(name, withdrawal.on, withdrawal.use) };
    }
    const gateway = this.#gateways.get(name);
    if (!gateway) return { error: rpcErrors.noUpstream(name) };
    return { gateway, fields: withdrawal ? announcement(withdrawal.on, withdrawal.use) : [] };
  }
}

/** RFC 9745 and RFC 8594. */
function announcement(on: string, use: string): string[] {
  const time = new Date(on);
  return [
    'Deprecation',
    `@${time.getTime() / 1000}`,
    'Sunset',
    time.toUTCString(),
    'Link',
    `</v1/${use}>; rel="successor-version"`,
  ];
}
