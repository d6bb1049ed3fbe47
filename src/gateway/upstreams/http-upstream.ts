import type { OutboundClient } from '../../outbound/outbound-client.ts';
import { OutboundError } from '../../outbound/outbound-error.ts';
import type { RpcCall, RpcOutcome } from '../rpc/rpc-call.ts';
import { readResponse } from './read-response.ts';
import { UpstreamFault, type UpstreamFaultKind } from './upstream.ts';

export interface HttpUpstreamOptions {
  /** Its place in the settings, such as `sepolia-1`. */
  readonly name: string;
  /** May contain a key, and is never shown. */
  readonly url: string;
  readonly client: OutboundClient;
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
}

const HEADERS = { 'content-type': 'application/json', accept: 'application/json' };

/** Asks a node over HTTP. */
export class HttpUpstream {
  readonly name: string;
  readonly #options: HttpUpstreamOptions;

  constructor(options: HttpUpstreamOptions) {
    this.name = options.name;
    this.#options = options;
  }

  /** Throws an `UpstreamFault` if the node did not answer as a node does. */
  async send(call: RpcCall, signal: AbortSignal): Promise<RpcOutcome> {
    const { method, params } = call;
    const { status, body } = await this.#post(
      JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal,
    );
    if (status === 429) throw new UpstreamFault('rate_limited', `${this.name} wants fewer calls`);
    const outcome = readResponse(body.toString());
    if (outcome) return outcome;
    throw status >= 200 && status < 300
      ? new UpstreamFault('garbage', `${this.name} did not answer with JSON-RPC`)
      : new UpstreamFault('status', `${this.name} answered with status ${status}`);
  }

  async #post(body: string, signal: AbortSignal) {
    const { url, client, timeoutMs, maxResponseBytes } = this.#options;
    try {
      return await client.fetch({
        url,
        method: 'POST',
        headers: HEADERS,
        body,
        signal,
        timeoutMs,
        maxRedirects: 0,
        maxResponseBytes,
      });
    } catch (error) {
      if (signal.aborted) throw error;
      throw new UpstreamFault(kindOf(error), `${this.name} could not be asked`, { cause: error });
    }
  }
}

function kindOf(error: unknown): UpstreamFaultKind {
  if (!(error instanceof OutboundError)) return 'unreachable';
  if (error.code === 'timeout') return 'timeout';
  return error.code === 'response_too_large' ? 'too_large' : 'unreachable';
}
