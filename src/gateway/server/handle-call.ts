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
import { HttpCaller } from './http-caller.ts';
import type { NetworkTable } from './network-table.ts';
import { asksForWebSocket } from './open-websocket.ts';
import { readBody } from './read-body.ts';
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
  /** A response had an error status. `network`: one of the catalog. */
  readonly onRefusal: (network: string | undefined, status: number) => void;
  /** A call failed for no fault of the caller or an upstream. */
  readonly onError: (error: unknown) => void;
  /** Whether callers should open another connection for their next call: one that arrives while its connection is being closed is lost. */
  readonly isDraining: () => boolean;
}

/** The time for a body. */
const BODY_MS = 15_000;
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json(?:\s*;|$)/i;

/** Answers a request at `/v1/{network}`. */
export async function handleCall(stream: HttpStream, options: HandleCallOptions): Promise<void> {
  const { networks, limits, rates, views } = options;
  const [, name] = /^\/v1\/([^/?]+)\/?(?:\?.*)?$/.exec(stream.target) ?? [];
  // The edge has checked the keys of its hostname, and knows the client.
  const edgeCaller = readEdgeCaller(stream.headers.get(EDGE_CALLER_HEADER), options.edgeSecret);
  const send = (answer: Answer, announced: readonly string[] = []) => {
    const { errors = [] } = answer;
    const isTold = edgeCaller !== undefined && errors.length > 0;
    const fields = isTold ? [...announced, RPC_ERRORS_HEADER, errors.join(',')] : announced;
    if (answer.status >= 300) options.onRefusal(findNetwork(name ?? '')?.name, answer.status);
    if (options.isDraining()) stream.endConnection();
    sendAnswer(stream, answer, fields);
  };
  const refuse = (error: RpcError) => send(answerError(error));
  if (name === undefined) return refuse(rpcErrors.unknownPath());
  if (stream.method === 'OPTIONS') return send({ status: 204, body: undefined });
  const client = addressBlock(edgeCaller ?? stream.connection.remoteAddress);
  const found = networks.find(name);
  if ('error' in found) {
    if (stream.method !== 'POST') return refuse(found.error);
    const seconds = rates.take(client, 1);
    if (seconds > 0) return refuse(rpcErrors.rateLimited(seconds));
    const read = await readBody(stream, limits.bodyBytes, BODY_MS);
    const text = 'text' in read ? read.text : '';
    return send(refuseBody(text, found.error, limits.batchItems));
  }
  const isSocket = asksForWebSocket(stream);
  if (stream.method !== 'POST' && !isSocket) return refuse(rpcErrors.wrongHttpMethod());
  if (edgeCaller === undefined && !mayCall(stream, options))
    return refuse(rpcErrors.unauthorized());
  if (isSocket) {
    const isOpen = options.sockets.open(stream, client, found.gateway);
    return isOpen ? undefined : refuse(rpcErrors.tooManySockets());
  }
  if (!JSON_TYPE.test(stream.headers.get('content-type') ?? '')) {
    return refuse(rpcErrors.contentType());
  }
  const read = await readBody(stream, limits.bodyBytes, BODY_MS);
  if ('problem' in read) {
    if (read.problem === 'too long') refuse(rpcErrors.tooLarge(limits.bodyBytes));
    if (read.problem === 'too slow') {
      stream.endConnection();
      refuse(rpcErrors.tooSlow());
    }
    return;
  }
  const caller = new HttpCaller(views.of(client, name), stream, options.wheel, limits.timeoutMs);
  try {
    const answer = answerBody(read.text, {
      gateway: found.gateway,
      caller,
      maxItems: limits.batchItems,
      take: (calls) => rates.take(client, calls),
    });
    const sent = answer instanceof Promise ? await answer : answer;
    caller.end();
    send(sent, found.fields);
  } catch (error) {
    caller.end();
    options.onError(error);
    refuse(rpcErrors.internal());
  }
}

function mayCall({ headers }: HttpStream, { accessKeyHashes }: HandleCallOptions): boolean {
  if (accessKeyHashes.length === 0) return true;
  return isKnownSecret(bearerKey(headers.get('authorization')), accessKeyHashes);
}
