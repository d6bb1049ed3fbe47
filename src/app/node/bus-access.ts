import type { Publisher } from '../../bus/bus.ts';

/** What areas can publish on the bus of this node. */
export class BusAccess implements Publisher {
  #publisher: Publisher = { publish: async () => ({ accepted: false }) };

  /** A node has a bus; a command that runs alone has none. */
  connect(publisher: Publisher): void {
    this.#publisher = publisher;
  }

  readonly publish: Publisher['publish'] = (topic, batch) => this.#publisher.publish(topic, batch);
}
