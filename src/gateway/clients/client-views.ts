import { BoundedMap } from '../../kernel/bounded-map.ts';
import type { ClientView } from '../calls/call-handler.ts';

/** Clients and networks of which the gateway remembers what was seen. */
const MAX_VIEWS = 50_000;

/** What each client has seen of each network. */
export class ClientViews {
  readonly #views = new BoundedMap<string, ClientView>(MAX_VIEWS);

  of(client: string, network: string): ClientView {
    const key = `${network} ${client}`;
    const known = this.#views.get(key);
    if (known) return known;
    const view: ClientView = { seenBlock: 0 };
    this.#views.set(key, view);
    return view;
  }
}
