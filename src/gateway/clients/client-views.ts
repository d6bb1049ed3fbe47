import { BoundedMap } from '../../kernel/bounded-map.ts';
import type { ClientView } from '../calls/call-handler.ts';

/** Clients per network with a stored view. */
const MAX_VIEWS = 50_000;

/** The newest block that each client has seen in each network. */
export class ClientViews {
  readonly #networks = new Map<string, BoundedMap<string, ClientView>>();

  of(client: string, network: string): ClientView {
    const known = this.#networks.get(network)?.get(client);
    return known ?? this.#add(client, network);
  }

  #add(client: string, network: string): ClientView {
    const views = this.#networks.get(network) ?? new BoundedMap<string, ClientView>(MAX_VIEWS);
    const view: ClientView = { seenBlock: 0 };
    views.set(client, view);
    this.#networks.set(network, views);
    return view;
  }
}
