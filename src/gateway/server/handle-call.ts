import { findNetwork } from '../../catalogs/networks/networks.ts';
import {
  EDGE_CALLER_HEADER,
  RPC_ERRORS_HEADER,
  readEdgeCaller,
} from '../../contracts/gateway/edge-caller.ts';
import type { GatewayLimits } from '../../contracts/gateway/gateway-channel.ts';
import { addressBlock } from '../../kernel/ip.ts';
import { bearerKey, isKnownSecret } from '../../kernel/secret.ts';
import type { HttpStream } from '../../transport/http-stream.ts';
import type { TimerWheel } from '../../transport/timer-wheel.ts';
import type { CallRates } from '../clients/call-rates.ts';
import type { ClientViews } from '../clients/client-views.ts';
import type { RpcError } from '../rpc/rpc-call.ts';
import { rpcErrors } from '../rpc/rpc-errors.ts';
import { type Answer, answerBody, answerError, refuseBody } from './answer-body.ts';
import { asksForWebSocket } from './asks-for-websocket.ts';
import type { Backlog } from './backlog.ts';
import { HttpCaller } from './http-caller.ts';
import type { NetworkTable, OpenedNetwork } from './network-table.ts';
import { type ReadBody, readBody } from './read-body.ts';
import { sendAnswer } from './send-answer.ts';
import type { WebSockets } from './websockets.ts';

export interface HandleCallOptions {
  readonly networks: NetworkTable;
  readonly limits: GatewayLimits;
  /** Turns as long as calls are answered. */
  readonly wheel: TimerWheel;
  readonly rates: CallRates;
  readonly views: ClientViews;
  readonly accessKeyHashes: readonly string[];
  /** The edge of the node knows it, and nobody else. */
  readonly edgeSecret: string;
  readonly sockets: WebSockets;
  readonly backlog: Backlog;
  /** A response had an error status. `network`: one of the catalog. */
  readonly onRefusal: (network: string | undefined, status: number) => void;
  /** A call failed for no fault of the caller or an upstream. */
  readonly onError: (error: unknown) => void;
  /** Whether callers should open another connection for their next call: one that arrives while its connection is being closed is lost. */
  readonly isDraining: () => boolean;
}

const PATH = /^\/v1\/([^/?]+)\/?(?:\?.*)?$/;
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json(?:\s*;|$)/i;

function isJsonType(type: string): boolean {
  return type === 'application/json' || JSON_TYPE.test(type);
}

/** Answers a request at `/v1/{network}`. What is known already is answered at once, without a promise. */
export function handleCall(stream: HttpStream, options: HandleCallOptions): void {
  const call = new HttpCall(stream, options);
  const refusal = call.begin();
  if (refusal) call.refuse(refusal);
}

class HttpCall {
  readonly #stream: HttpStream;
  readonly #options: HandleCallOptions;
  readonly #network: string | undefined;
  /** The edge has checked the keys of its hostname, and knows the client. */
  readonly #edgeCaller: string | undefined;
  readonly #client: string;

  constructor(stream: HttpStream, options: HandleCallOptions) {
    this.#stream = stream;
    this.#options = options;
    this.#network = PATH.exec(stream.target)?.[1];
    const { headers, connection } = stream;
    this.#edgeCaller = readEdgeCaller(headers.get(EDGE_CALLER_HEADER), options.edgeSecret);
    this.#client = addressBlock(this.#edgeCaller ?? connection.remoteAddress);
  }

  /** Returns why the request is refused, or takes care of the response itself. */
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
    const isSocket = asksForWebSocket(this.#stream);
    if (method !== 'POST' && !isSocket) return rpcErrors.wrongHttpMethod();
    if (!this.#mayCall()) return rpcErrors.unauthorized();
    if (isSocket) {
      const isOpen = sockets.open(this.#stream, this.#client, found.gateway);
      return isOpen ? undefined : rpcErrors.tooManySockets();
    }
    if (!isJsonType(headers.get('content-type') ?? '')) return rpcErrors.contentType();
    this.#read((text) => this.#answer(text, network, found));
    return undefined;
  }

  refuse(error: RpcError): void {
    this.#send(answerError(error));
  }

  #mayCall(): boolean {
    const { accessKeyHashes } = this.#options;
    if (this.#edgeCaller !== undefined || accessKeyHashes.length === 0) return true;
    return isKnownSecret(bearerKey(this.#stream.headers.get('authorization')), accessKeyHashes);
  }

  /** Each call gets the error under its id. */
  #refuseCalls(error: RpcError): RpcError | undefined {
    const { rates, limits } = this.#options;
    const seconds = rates.take(this.#client, 1);
    if (seconds > 0) return rpcErrors.rateLimited(seconds);
    this.#read((text) => this.#send(refuseBody(text, error, limits.batchItems)), error);
    return undefined;
  }

  /** `refusal`: of a body that cannot be read, instead of the reason why it cannot. */
  #read(use: (text: string) => void, refusal?: RpcError): void {
    const { bodyBytes, bodyMs } = this.#options.limits;
    const onRead = (read: ReadBody) => {
      if ('text' in read) use(read.text);
      else if (read.problem === 'too long') this.refuse(refusal ?? rpcErrors.tooLarge(bodyBytes));
      else if (read.problem === 'too slow') {
        this.#stream.endConnection();
        this.refuse(refusal ?? rpcErrors.tooSlow());
      }
    };
    const read = readBody(this.#stream, bodyBytes, bodyMs);
    if (read instanceof Promise) read.then(onRead);
    else onRead(read);
  }

  #answer(text: string, network: string, found: OpenedNetwork): void {
    const { views, wheel, limits, rates } = this.#options;
    const view = views.of(this.#client, network);
    const caller = new HttpCaller(view, this.#stream, wheel, limits.timeoutMs);
    try {
      const answer = answerBody(text, {
        gateway: found.gateway,
        caller,
        maxItems: limits.batchItems,
        maxBytes: limits.answerBytes,
        take: (calls) => rates.take(this.#client, calls),
      });
      if (answer instanceof Promise) {
        void this.#finish(answer, caller, found.fields);
        return;
      }
      caller.end();
      this.#send(answer, found.fields);
    } catch (error) {
      caller.end();
      this.#fail(error);
    }
  }

  async #finish(
    answer: Promise<Answer>,
    caller: HttpCaller,
    fields: readonly string[],
  ): Promise<void> {
    try {
      const made = await answer.finally(() => caller.end());
      this.#send(made, fields);
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.#options.onError(error);
    this.refuse(rpcErrors.internal());
  }

  #send(answer: Answer, announced: readonly string[] = []): void {
    const { onRefusal, isDraining, backlog } = this.#options;
    const { status, errors = [] } = answer;
    const isTold = this.#edgeCaller !== undefined && errors.length > 0;
    const fields = isTold ? [...announced, RPC_ERRORS_HEADER, errors.join(',')] : announced;
    if (status >= 300) onRefusal(findNetwork(this.#network ?? '')?.name, status);
    if (isDraining()) this.#stream.endConnection();
    sendAnswer(this.#stream, answer, fields, backlog);
  }
}
