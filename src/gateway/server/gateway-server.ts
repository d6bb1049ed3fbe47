import { type ListeningSocket, VisitorServer } from '../../transport/visitor-server.ts';
import { rpcErrors } from '../rpc/rpc-errors.ts';
import { errorResponse } from './handle-body.ts';
import { type HandleCallOptions, handleCall } from './handle-call.ts';

const HEAD_BYTES = 16 * 1024;
const HEAD_FIELDS = 100;
const HEAD_MS = 10_000;
const IDLE_MS = 65_000;
const LINGER_MS = 2_000;

/** Listens for calls over HTTP. */
export class GatewayServer {
  readonly #server: VisitorServer;
  #isDraining = false;

  constructor(options: Omit<HandleCallOptions, 'isDraining'>) {
    const handling = { ...options, isDraining: () => this.#isDraining };
    this.#server = new VisitorServer({
      wheel: options.wheel,
      maxConnections: options.limits.connections,
      proxies: [],
      onError: options.onError,
      limits: {
        headBytes: HEAD_BYTES,
        fields: HEAD_FIELDS,
        targetBytes: HEAD_BYTES,
        streams: 1,
        handshakeMs: HEAD_MS,
        headMs: HEAD_MS,
        idleMs: IDLE_MS,
        lingerMs: LINGER_MS,
        stallMs: IDLE_MS,
      },
      handler: {
        onRequest: (stream) => handleCall(stream, handling),
        handshakeFailed: () => {},
        refusal: () => {
          const { status, body } = errorResponse(rpcErrors.invalid('This is not an HTTP request'));
          const fields = ['Content-Type', 'application/json', 'Content-Length', `${body.length}`];
          return {
            status,
            reason: 'Bad Request',
            fields: [...fields, 'Connection', 'close'],
            body,
          };
        },
      },
    });
  }

  get connections(): number {
    return this.#server.connections;
  }

  listen(sockets: readonly ListeningSocket[]): Promise<number> {
    return this.#server.listen(sockets);
  }

  /**
   * Calls in flight are completed, and their responses have `Connection: close`. If another process has taken over the listening sockets,
   * idle connections stay open for one more call. Remaining connections are closed after `limitMs`.
   */
  async drain(isReplaced: boolean, limitMs: number): Promise<void> {
    this.#isDraining = true;
    const deadline = setTimeout(() => this.#server.destroy(), limitMs);
    await (isReplaced ? this.#server.retire() : this.#server.drain());
    clearTimeout(deadline);
  }
}
