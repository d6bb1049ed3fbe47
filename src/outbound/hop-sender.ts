import { Readable } from 'node:stream';
import { Agent, type Dispatcher } from 'undici';
import type { AddressPolicy, AddressVerdict } from './address-policy.ts';
import { toOutboundError } from './failure-mapping.ts';
import { acceptedAddresses, guardedConnector, type Resolver } from './guarded-connector.ts';
import { orAborted } from './or-aborted.ts';
import type { OutboundRules } from './outbound-client.ts';
import { OutboundError } from './outbound-error.ts';
import type { Hop } from './redirect.ts';
import { checkLiteral, type ListedOnlyReason, listedOnly, listedOnlyReason } from './url-rules.ts';

const CONNECTIONS_PER_ORIGIN = 16;
const MAX_ORIGINS = 1_024;
const MAX_HEADER_BYTES = 16 * 1024;
const CONNECT_TIMEOUT_MS = 10_000;

export interface HopSenderOptions {
  readonly policy: AddressPolicy;
  readonly resolve: Resolver;
  readonly extraCa: string | undefined;
}

/**
 * Sends single requests. There are two pools: one for any permitted address, one for listed
 * addresses only, so that a connection opened under the loose rule never serves the strict one.
 */
export class HopSender {
  readonly #options: HopSenderOptions;
  readonly #anyPermitted: Agent;
  readonly #listedOnly: Agent;
  readonly #closing = new AbortController();

  constructor(options: HopSenderOptions) {
    this.#options = options;
    this.#anyPermitted = this.#agent(acceptedVerdicts(undefined));
    this.#listedOnly = this.#agent(acceptedVerdicts('tls_required'));
  }

  async send(
    hop: Hop,
    rules: OutboundRules,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const reason = listedOnlyReason(hop.url, rules, hop.cameFromTls);
    checkLiteral(hop.url, this.#options.policy, reason);
    const agent = reason ? this.#listedOnly : this.#anyPermitted;
    try {
      signal.throwIfAborted();
      // undici heeds a signal only once it is connected; the caller is not made to wait for that.
      const answer = await orAborted(agent.request({ ...requestOptions(hop), signal }), signal);
      // A body that is given up emits an error nobody waits for.
      answer.body.on('error', () => {});
      return answer;
    } catch (error) {
      throw explained(toOutboundError(error, hop.url.origin, signal), hop.url, reason);
    }
  }

  /** Resolves the name as a request would, and throws what it would throw. */
  async checkName(url: URL, rules: OutboundRules): Promise<void> {
    const reason = listedOnlyReason(url, rules);
    const accept = acceptedVerdicts(reason);
    const { policy, resolve } = this.#options;
    try {
      await acceptedAddresses(url.hostname, resolve, (address) =>
        accept.includes(policy.judge(address)),
      );
    } catch (error) {
      throw explained(error, url, reason);
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([this.#anyPermitted.destroy(), this.#listedOnly.destroy()]);
  }

  #agent(accept: readonly AddressVerdict[]): Agent {
    return new Agent({
      connections: CONNECTIONS_PER_ORIGIN,
      maxOrigins: MAX_ORIGINS,
      maxHeaderSize: MAX_HEADER_BYTES,
      // The request's own time-out covers all phases.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: guardedConnector({
        ...this.#options,
        accept,
        connectTimeoutMs: CONNECT_TIMEOUT_MS,
        closing: this.#closing.signal,
      }),
    });
  }
}

function requestOptions(hop: Hop): Dispatcher.RequestOptions {
  return {
    origin: hop.url.origin,
    path: hop.url.pathname + hop.url.search,
    method: hop.method,
    headers: { ...hop.headers },
    body: typeof hop.body === 'function' ? Readable.from(hop.body()) : (hop.body ?? null),
  };
}

function acceptedVerdicts(reason: ListedOnlyReason | undefined): readonly AddressVerdict[] {
  return reason ? ['listed'] : ['public', 'listed'];
}

/** Under the strict rule a refused address is the rule's fault, wherever the name points. */
function explained(error: unknown, url: URL, reason: ListedOnlyReason | undefined): unknown {
  const refused = error instanceof OutboundError && error.code === 'address_refused';
  return refused && reason ? listedOnly(url, reason) : error;
}
