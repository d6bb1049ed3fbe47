import {
  EDGE_CALLER_HEADER,
  RPC_ERRORS_HEADER,
  readEdgeCaller,
} from '../../contracts/gateway/edge-caller.ts';
import type { GatewayLimits } from '../../contracts/gateway/gateway-channel.ts';
import { withoutKey } from '../../contracts/gateway/key-in-target.ts';
import { addressBlock } from '../../kernel/ip.ts';
import { bearerKey, isKnownSecret } from '../../kernel/secret.ts';
import type { HttpStream } from '../../transport/http-stream.ts';
import type { TimerWheel } from '../../transport/timer-wheel.ts';
import type { CallRates } from '../clients/call-rates.ts';
import type { ClientViews } from '../clients/client-views.ts';
import { idIn } from '../rpc/id-in.ts';
import type { RpcError } from '../rpc/rpc-call.ts';
import { rpcErrors } from '../rpc/rpc-errors.ts';
import type { Backlog } from './backlog.ts';
import { errorResponse, handleBody, type RpcResponse, refuseBody } from './handle-body.ts';
import { HttpCaller } from './http-caller.ts';
import { isWebSocketUpgrade } from './is-websocket-upgrade.ts';
import type { NetworkTable, OpenedNetwork } from './network-table.ts';
import { type ReadBody, readBody } from './read-body.ts';
import { sendResponse } from './send-response.ts';
import type { WebSockets } from './websockets.ts';

export interface HandleCallOptions {
  readonly networks: NetworkTable;
  readonly limits: GatewayLimits;
  /** Runs while calls are in flight. */
  readonly wheel: TimerWheel;
  readonly rates: CallRates;
  readonly views: ClientViews;
  readonly accessKeyHashes: readonly string[];
  /** Shared with the edge of this node only. */
  readonly edgeSecret: string;
  readonly sockets: WebSockets;
  readonly backlog: Backlog;
  /** Called for a response with an error status. `network` is undefined if the catalog does not have it. */
  readonly onRefusal: (network: string | undefined, status: number) => void;
  /** Called on an internal error: a failure that neither the caller nor an upstream has caused. */
  readonly onError: (error: unknown) => void;
  /** While the gateway drains, responses have `Connection: close`, because a call that arrives during the close would be lost. */
  readonly isDraining: () => boolean;
}

const PATH = /^\/v1\/([^/?]+)\/?(?:\?.*)?$/;
/** The id of a call whose body is not read as a whole is looked for in its beginning. */
const ID_BYTES = 64 * 1024;
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json(?:\s*;|$)/i;

function isJsonType(type: string): boolean {
  return type === 'application/json' || JSON_TYPE.test(type);
}

/** Handles a request to `/v1/{network}`. If the result is local or cached, the response is sent synchronously. */
export function handleCall(stream: HttpStream, options: HandleCallOptions): void {
  const call = new HttpCall(stream, options);
  const refusal = call.begin();
  if (refusal) call.refuse(refusal);
}

class HttpCall {
  readonly #stream: HttpStream;
  readonly #options: HandleCallOptions;
  readonly #network: string | undefined;
  /** The client's address, if the edge forwards the call. The edge has checked the access keys of the hostname. */
  readonly #edgeCaller: string | undefined;
  readonly #client: string;
  /** The access key in the URL. */
  readonly #urlKey: string | undefined;

  constructor(stream: HttpStream, options: HandleCallOptions) {
    this.#stream = stream;
    this.#options = options;
    const { target, key } = withoutKey(stream.target);
    this.#network = PATH.exec(target)?.[1];
    this.#urlKey = key;
    const { headers, connection } = stream;
    this.#edgeCaller = readEdgeCaller(headers.get(EDGE_CALLER_HEADER), options.edgeSecret);
    this.#client = addressBlock(this.#edgeCaller ?? connection.remoteAddress);
  }

  /** Returns the error to respond with, or undefined if the response is sent later. */
  begin(): RpcError | undefined {
    const { method, headers } = this.#stream;
    const { networks, sockets } = this.#options;
    const network = this.#network;
    if (network === undefined) return rpcErrors.unknownPath();
    if (method === 'OPTIONS') {
      this.#send({ status: 204, body: undefined });
      return undefined;
    }
    const found = networks.find(network);
    if ('error' in found) return method === 'POST' ? this.#refuseCalls(found.error) : found.error;
    const isSocket = isWebSocketUpgrade(this.#stream);
    if (method !== 'POST' && !isSocket) return rpcErrors.wrongHttpMethod();
    if (!this.#mayCall()) return this.#refuseWithId(rpcErrors.unauthorized());
    if (isSocket) {
      const isOpen = sockets.open(this.#stream, this.#client, found.gateway);
      return isOpen ? undefined : rpcErrors.tooManySockets();
    }
    if (!isJsonType(headers.get('content-type') ?? '')) {
      return this.#refuseWithId(rpcErrors.contentType());
    }
    this.#readCall((text) => this.#handleText(text, network, found));
    return undefined;
  }

  refuse(error: RpcError): void {
    this.#send(errorResponse(error));
  }

  #mayCall(): boolean {
    const { accessKeyHashes } = this.#options;
    if (this.#edgeCaller !== undefined || accessKeyHashes.length === 0) return true;
    const authorization = this.#stream.headers.get('authorization');
    const key = authorization === undefined ? this.#urlKey : bearerKey(authorization);
    return isKnownSecret(key, accessKeyHashes);
  }

  /** Reads the body so that the error can be repeated with the id of each call. */
  #refuseCalls(error: RpcError): RpcError | undefined {
    const { rates, limits } = this.#options;
    const seconds = rates.take(this.#client, 1);
    if (seconds > 0) return rpcErrors.rateLimited(seconds);
    this.#read(limits.bodyBytes, (read) => {
      if ('text' in read) this.#send(refuseBody(read.text, error, limits.batchItems));
      else if (read.problem !== 'gone') this.refuse(error);
    });
    return undefined;
  }

  /** Refuses a call that may not be read as a whole: the caller has no access, or sends something else than JSON. */
  #refuseWithId(error: RpcError): RpcError | undefined {
    const { method } = this.#stream;
    if (method !== 'POST') return error;
    this.#read(ID_BYTES, (read) => {
      if ('text' in read) {
        this.#send(refuseBody(read.text, error, this.#options.limits.batchItems));
      } else if (read.problem !== 'gone') {
        this.#send(errorResponse(error, read.prefix === undefined ? undefined : idIn(read.prefix)));
      }
    });
    return undefined;
  }

  #readCall(use: (text: string) => void): void {
    const { bodyBytes } = this.#options.limits;
    this.#read(bodyBytes, (read) => {
      if ('text' in read) use(read.text);
      else if (read.problem === 'too long') this.refuse(rpcErrors.tooLarge(bodyBytes));
      else if (read.problem === 'encoding') this.refuse(rpcErrors.contentEncoding());
      else if (read.problem === 'too slow') this.refuse(rpcErrors.tooSlow());
    });
  }

  #read(maxBytes: number, onRead: (read: ReadBody) => void): void {
    const read = readBody(this.#stream, maxBytes, this.#options.limits.bodyMs);
    const use = (done: ReadBody) => {
      if ('problem' in done && done.problem === 'too slow') this.#stream.endConnection();
      onRead(done);
    };
    if (read instanceof Promise) read.then(use);
    else use(read);
  }

  #handleText(text: string, network: string, found: OpenedNetwork): void {
    const { views, wheel, limits, rates } = this.#options;
    const view = views.of(this.#client, network);
    const charge = (calls: number) => rates.charge(this.#client, calls);
    const { timeoutMs } = found.gateway;
    const caller = new HttpCaller({ view, stream: this.#stream, wheel, timeoutMs, charge });
    try {
      const response = handleBody(text, {
        gateway: found.gateway,
        caller,
        maxItems: limits.batchItems,
        maxBytes: limits.combinedBytes,
        take: (calls) => rates.take(this.#client, calls),
      });
      if (response instanceof Promise) {
        void this.#finish(response, caller, found.fields);
        return;
      }
      caller.end();
      this.#send(response, found.fields);
    } catch (error) {
      caller.end();
      this.#fail(error);
    }
  }

  async #finish(
    response: Promise<RpcResponse>,
    caller: HttpCaller,
    fields: readonly string[],
  ): Promise<void> {
    try {
      const made = await response.finally(() => caller.end());
      this.#send(made, fields);
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.#options.onError(error);
    this.refuse(rpcErrors.internal());
  }

  #send(response: RpcResponse, announced: readonly string[] = []): void {
    const { onRefusal, isDraining, backlog, networks } = this.#options;
    const network = this.#network ?? '';
    const { status, errors = [] } = response;
    const reportsErrors = this.#edgeCaller !== undefined && errors.length > 0;
    const fields = reportsErrors ? [...announced, RPC_ERRORS_HEADER, errors.join(',')] : announced;
    if (status >= 300) onRefusal(networks.isKnown(network) ? network : undefined, status);
    if (isDraining()) this.#stream.endConnection();
    sendResponse(this.#stream, response, fields, backlog);
  }
}
