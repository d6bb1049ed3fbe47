import type { Publisher } from '../../bus/bus.ts';
import {
  GATEWAY_USAGE_TOPIC,
  type GatewayUsage,
  MAX_COUNTS,
} from '../../contracts/events/gateway-usage.ts';
import { PublishedSums } from './published-sums.ts';

interface Count {
  requests: number;
}

export interface GatewayCountsOptions {
  readonly publisher: Publisher;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Counts the requests to the gateway's hosts by response status, including responses of the edge itself. */
export class GatewayCounts {
  readonly #sums: PublishedSums<Count, GatewayUsage>;

  constructor({ publisher, now }: GatewayCountsOptions) {
    this.#sums = new PublishedSums({
      publisher,
      topic: GATEWAY_USAGE_TOPIC,
      mostSums: MAX_COUNTS,
      zero: (): Count => ({ requests: 0 }),
      messageOf: (sums): GatewayUsage => ({
        at: now(),
        counts: sums.map(([key, { requests }]) => {
          const [hostnameId = '', status] = key.split(' ');
          return [hostnameId, Number(status), requests];
        }),
      }),
    });
  }

  add(hostnameId: string, status: number): void {
    this.#sums.of(`${hostnameId} ${status}`).requests += 1;
  }

  flush(): void {
    this.#sums.flush();
  }
}
