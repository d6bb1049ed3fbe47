import { isWithdrawn } from '../../catalogs/networks/is-withdrawn.ts';
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

  /** Whether the name is that of a network. Metrics have no other names, because callers could invent any number of them. */
  isKnown(name: string): boolean {
    return this.#gateways.has(name) || findNetwork(name) !== undefined;
  }

  find(name: string): FoundNetwork {
    const gateway = this.#gateways.get(name);
    const network = gateway?.network ?? findNetwork(name);
    if (!network) return { error: rpcErrors.unknownNetwork(name) };
    const { withdrawal } = network;
    if (withdrawal && isWithdrawn(network, this.#clock.now())) {
      return { error: rpcErrors.withdrawn(name, withdrawal.on, withdrawal.use) };
    }
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
