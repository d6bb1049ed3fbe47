import type { GatewayLimits } from '../../contracts/gateway/gateway-channel.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { HttpStream } from '../../transport/http-stream.ts';
import type { CallRates } from '../clients/call-rates.ts';
import type { ClientViews } from '../clients/client-views.ts';
import type { NetworkGateway } from '../network-gateway.ts';
import type { SharedMemory } from '../subscriptions/subscription-source.ts';
import type { Backlog } from './backlog.ts';
import { WebSocketSession } from './websocket-session.ts';

const MAX_SOCKETS = 1_024;
const MAX_OF_CLIENT = 32;
/** Memory for the sent logs of all subscriptions. When a block is dropped, its logs are sent again as `removed`. */
const MAX_REMEMBERED_BYTES = 64 * 1024 * 1024;

export interface WebSocketsOptions {
  readonly limits: GatewayLimits;
  readonly rates: CallRates;
  readonly views: ClientViews;
  readonly backlog: Backlog;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** The WebSockets of a gateway. */
export class WebSockets {
  readonly #options: WebSocketsOptions;
  readonly #memory: SharedMemory = { maxBytes: MAX_REMEMBERED_BYTES, bytes: 0 };
  /** The client of each connection, including those that are being opened. */
  readonly #clients = new Map<HttpStream, string>();
  readonly #sessions = new Set<WebSocketSession>();
  #isEnding = false;

  constructor(options: WebSocketsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#clients.size;
  }

  /** Returns false if the limit of the gateway or of the client is reached. */
  open(stream: HttpStream, client: string, gateway: NetworkGateway): boolean {
    const ofClient = this.#clients.values().filter((other) => other === client);
    if (this.size >= MAX_SOCKETS || ofClient.toArray().length >= MAX_OF_CLIENT) return false;
    this.#clients.set(stream, client);
    this.#begin(stream, client, gateway).catch((error) => {
      this.#clients.delete(stream);
      this.#options.onError(error);
      stream.abort();
    });
    return true;
  }

  /** Closes all WebSockets with code 1001 (going away). */
  end(): void {
    this.#isEnding = true;
    for (const session of this.#sessions) session.end();
  }

  async #begin(stream: HttpStream, client: string, gateway: NetworkGateway): Promise<void> {
    // Loaded lazily: a gateway without WebSockets needs 4 MB less memory.
    const { openWebSocket } = await import('./open-websocket.ts');
    if (stream.isClosed) {
      this.#clients.delete(stream);
      return;
    }
    const { limits, rates, views, backlog, clock, onError } = this.#options;
    const socket = openWebSocket(stream, limits.bodyBytes);
    const session = new WebSocketSession(socket, {
      gateway,
      view: views.of(client, gateway.network.name),
      maxItems: limits.batchItems,
      maxBytes: limits.combinedBytes,
      clock,
      backlog,
      memory: this.#memory,
      take: (calls) => rates.take(client, calls),
      charge: (calls) => rates.charge(client, calls),
      onError,
    });
    this.#sessions.add(session);
    socket.on('close', () => {
      this.#sessions.delete(session);
      this.#clients.delete(stream);
    });
    if (this.#isEnding) session.end();
  }
}
