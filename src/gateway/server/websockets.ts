import type { GatewayLimits } from '../../contracts/gateway/gateway-channel.ts';
import type { HttpStream } from '../../transport/http-stream.ts';
import type { CallRates } from '../clients/call-rates.ts';
import type { ClientViews } from '../clients/client-views.ts';
import type { NetworkGateway } from '../network-gateway.ts';
import { openWebSocket } from './open-websocket.ts';
import { WebSocketSession } from './websocket-session.ts';

const MOST_SOCKETS = 1_024;
const MOST_OF_CLIENT = 32;

export interface WebSocketsOptions {
  readonly limits: GatewayLimits;
  readonly rates: CallRates;
  readonly views: ClientViews;
  readonly onError: (error: unknown) => void;
}

/** The WebSockets of a gateway. */
export class WebSockets {
  readonly #options: WebSocketsOptions;
  /** Sessions with the client of each. */
  readonly #sessions = new Map<WebSocketSession, string>();

  constructor(options: WebSocketsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#sessions.size;
  }

  /** False if there are too many already. */
  open(stream: HttpStream, client: string, gateway: NetworkGateway): boolean {
    const ofClient = this.#sessions.values().filter((other) => other === client);
    if (this.size >= MOST_SOCKETS || ofClient.toArray().length >= MOST_OF_CLIENT) return false;
    const { limits, rates, views, onError } = this.#options;
    const socket = openWebSocket(stream, limits.bodyBytes);
    const session = new WebSocketSession(socket, {
      gateway,
      view: views.of(client, gateway.network.name),
      maxItems: limits.batchItems,
      timeoutMs: limits.timeoutMs,
      take: (calls) => rates.take(client, calls),
      onError,
    });
    this.#sessions.set(session, client);
    socket.on('close', () => this.#sessions.delete(session));
    return true;
  }

  /** Asks all clients to connect elsewhere. */
  end(): void {
    for (const session of this.#sessions.keys()) session.end();
  }
}
