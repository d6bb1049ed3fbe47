import { Worker } from 'node:worker_threads';

/** Names of attacks that run at the same time, with the number of connections that each uses. */
export type Attacks = readonly (readonly [name: string, connections: number])[];

export interface AttackOptions {
  readonly port: number;
  readonly attacks: Attacks;
}

/** Attacks in a thread of their own, so that the attacker's work is not the server's. */
export class Attack {
  readonly #worker: Worker;

  constructor(program: URL, options: AttackOptions) {
    this.#worker = new Worker(program, { workerData: options });
  }

  /** Opens no more connections and sends nothing. To end those that are open is the server's part. */
  stop(): void {
    this.#worker.postMessage('stop');
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}
