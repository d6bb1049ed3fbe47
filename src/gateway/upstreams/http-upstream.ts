import { rpcMethods } from '../../catalogs/rpc-methods/rpc-methods.ts';
import { OriginTimeoutError } from '../../transport/http1-origin/origin-connection.ts';
import { OriginUnavailableError } from '../../transport/http1-origin/origin-pool.ts';
import { isFailure, type RpcCall, type RpcOutcome } from '../rpc/rpc-call.ts';
import { NodeConnections, type NodeConnectionsOptions } from './node-connections.ts';
import { NodeResponseError } from './post-exchange.ts';
import { readResponse } from './read-response.ts';
import { UpstreamFault, type UpstreamFaultKind } from './upstream.ts';

export interface HttpUpstreamOptions extends NodeConnectionsOptions {
  /** Network and index in the settings, such as `sepolia-1`. */
  readonly name: string;
}

/** A node that is called over HTTP. */
export class HttpUpstream {
  readonly name: string;
  readonly #connections: NodeConnections;

  constructor({ name, ...connections }: HttpUpstreamOptions) {
    this.name = name;
    this.#connections = new NodeConnections(connections);
  }

  close(): void {
    this.#connections.close();
  }

  /** Throws an `UpstreamFault` if the response is not JSON-RPC. */
  async send(call: RpcCall, signal: AbortSignal): Promise<RpcOutcome> {
    const { method, params } = call;
    const { status, body } = await this.#post(
      JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal,
      isIdempotent(method),
    );
    if (status === 429) throw new UpstreamFault('rate_limited', 'it limits the rate of calls');
    const outcome = readResponse(body.toString());
    if (outcome) return isFailure(outcome) ? { ...outcome, isOfNode: isOfNode(status) } : outcome;
    throw status >= 200 && status < 300
      ? new UpstreamFault('garbage', 'its response is not JSON-RPC')
      : new UpstreamFault('status', `it responded with status ${status}`);
  }

  async #post(body: string, signal: AbortSignal, isRepeatable: boolean) {
    try {
      return await this.#connections.post(body, signal, isRepeatable);
    } catch (error) {
      if (signal.aborted) throw error;
      const cause = this.#explained(error);
      throw new UpstreamFault(kindOf(error), 'the call to it failed', { cause });
    }
  }

  /** The message names only the origin of the node's URL: the rest may contain a key. */
  #explained(error: unknown): unknown {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof NodeResponseError || code === undefined) return error;
    const text = `${this.#connections.origin} cannot be reached (${code})`;
    return new Error(text, { cause: error });
  }
}

/** Methods that the gateway serves itself are idempotent. The effects of those that the settings allow in addition are unknown. */
function isIdempotent(method: string): boolean {
  const known = rpcMethods.get(method);
  return known !== undefined && known.refusal === undefined;
}

/** Statuses for access that is missing or not paid for. */
const NO_ACCESS: ReadonlySet<number> = new Set([401, 402, 403]);

/**
 * Proxies of providers describe their own failures as JSON-RPC errors, with many codes. Some nodes use 500 for errors of calls as well, so
 * the error is no fault of the node; but another one is called.
 */
function isOfNode(status: number): boolean {
  return status >= 500 || NO_ACCESS.has(status);
}

function kindOf(error: unknown): UpstreamFaultKind {
  if (error instanceof NodeResponseError) return error.code;
  if (error instanceof OriginUnavailableError && error.code === 'ORIGIN_BUSY') return 'busy';
  return error instanceof OriginTimeoutError ? 'timeout' : 'unreachable';
}
