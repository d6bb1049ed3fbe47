import { Readable } from 'node:stream';
import type { Agent, Dispatcher } from 'undici';
import { acceptedAddresses, type Resolver } from './accepted-addresses.ts';
import type { AddressPolicy, AddressVerdict } from './address-policy.ts';
import { toOutboundError } from './failure-mapping.ts';
import { orAborted } from './or-aborted.ts';
import type { OutboundRules } from './outbound-client.ts';
import { OutboundError } from './outbound-error.ts';
import type { Hop } from './redirect.ts';
import { checkLiteral, type ListedOnlyReason, listedOnly, listedOnlyReason } from './url-rules.ts';

export interface HopSenderOptions {
  readonly policy: AddressPolicy;
  readonly resolve: Resolver;
  readonly extraCa: string | undefined;
}

/**
 * Two pools of connections: one for all permitted addresses, one for listed addresses only. So a request that
 * may go only to listed addresses never uses a connection to another one.
 */
interface Agents {
  readonly anyPermitted: Agent;
  readonly listedOnly: Agent;
}

/** Sends single requests. */
export class HopSender {
  readonly #options: HopSenderOptions;
  readonly #closing = new AbortController();
  /** Created by the first request. */
  #agents: Promise<Agents> | undefined;

  constructor(options: HopSenderOptions) {
    this.#options = options;
  }

  async send(
    hop: Hop,
    rules: OutboundRules,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const reason = listedOnlyReason(hop.url, rules, hop.cameFromTls);
    checkLiteral(hop.url, this.#options.policy, reason);
    this.#agents ??= this.#open();
    const agents = await this.#agents;
    const agent = reason ? agents.listedOnly : agents.anyPermitted;
    try {
      signal.throwIfAborted();
      // undici reacts to a signal only after it has connected; the caller does not wait for that.
      const response = await orAborted(agent.request({ ...requestOptions(hop), signal }), signal);
      // A destroyed body emits an error that nothing else handles.
      response.body.on('error', () => {});
      return response;
    } catch (error) {
      throw explained(toOutboundError(error, hop.url.origin, signal), hop.url, reason);
    }
  }

  /** Resolves the name like a request and throws the same errors. */
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
    const agents = await this.#agents;
    await Promise.all([agents?.anyPermitted.destroy(), agents?.listedOnly.destroy()]);
  }

  /** Loads undici, which takes about 20 MB, only in processes that send requests. */
  async #open(): Promise<Agents> {
    const { guardedAgent } = await import('./guarded-agent.ts');
    const agent = (accept: readonly AddressVerdict[]) =>
      guardedAgent({ ...this.#options, accept, closing: this.#closing.signal });
    return {
      anyPermitted: agent(acceptedVerdicts(undefined)),
      listedOnly: agent(acceptedVerdicts('tls_required')),
    };
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

/** If only listed addresses are allowed, the error names the rule that requires it, not the address. */
function explained(error: unknown, url: URL, reason: ListedOnlyReason | undefined): unknown {
  const refused = error instanceof OutboundError && error.code === 'address_refused';
  return refused && reason ? listedOnly(url, reason) : error;
}
