/** The command that a signal gives to a node. */
export type Order = 'stop' | 'reload' | 'restart';

const orders: Partial<Record<NodeJS.Signals, Order>> = {
  SIGTERM: 'stop',
  SIGINT: 'stop',
  SIGHUP: 'reload',
  SIGUSR2: 'restart',
};

/** Queue of the orders that signals give to a primary. */
export class NodeSignals {
  readonly #stop = new AbortController();
  readonly #waiting: Order[] = [];
  #wake = () => {};
  #forward: ((signal: NodeJS.Signals) => void) | undefined;
  /** The signal, or another reason, that stops the node. */
  stoppedBy: string | undefined;

  /** `isTerminal`: SIGHUP stops the node, because it means that the terminal was closed. */
  constructor(isTerminal: boolean) {
    for (const [name, order] of Object.entries(orders)) {
      const signal = name as NodeJS.Signals; // a key of the table
      const meaning = isTerminal && signal === 'SIGHUP' ? 'stop' : order;
      process.on(signal, () => this.#receive(signal, meaning));
    }
  }

  /** Aborted when the node should stop. */
  get stopSignal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Resolves with the next queued order. */
  async next(): Promise<Order> {
    while (this.#waiting.length === 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#waiting.shift() ?? 'stop';
  }

  /** From here on, signals are forwarded, queued ones first. */
  forward(to: (signal: NodeJS.Signals) => void): void {
    this.#forward = to;
    for (const order of this.#waiting.splice(0)) to(signalOf(order));
  }

  stop(reason: string): void {
    this.stoppedBy ??= reason;
    this.#stop.abort();
    this.#add('stop');
  }

  #receive(signal: NodeJS.Signals, order: Order): void {
    if (this.#forward) {
      this.#forward(signal);
    } else if (order !== 'stop') {
      this.#add(order);
    } else {
      // A second signal of the same kind ends the process at once.
      if (this.stoppedBy === signal) process.exit(130);
      this.stop(signal);
    }
  }

  #add(order: Order): void {
    if (!this.#waiting.includes(order)) this.#waiting.push(order);
    this.#wake();
  }
}

function signalOf(wanted: Order): NodeJS.Signals {
  return wanted === 'stop' ? 'SIGTERM' : wanted === 'reload' ? 'SIGHUP' : 'SIGUSR2';
}
