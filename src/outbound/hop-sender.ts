import { Readable } from 'node:stream';
import type { Agent, Dispatcher } from 'undici';
import { acceptedAddresses, type Resolver } from './accepted-addresses.ts';
import type { AddressPolicy, AddressVerdict } from './address-policy.ts';
import { toOutboundError } from './failure-mapping.ts';
import { orAborted } from './or-aborted.ts';
import type { OutboundRequest, OutboundRules } from './outbound-client.ts';
import { OutboundError } from './outbound-error.ts';
import type { Hop } from './redirect.ts';
import { checkLiteral, type ListedOnlyReason, listedOnly, listedOnlyReason } from './url-rules.ts';

export interface HopSenderOptions {
  readonly policy: AddressPolicy;
  readonly resolve: Resolver;
  readonly extraCa: string | undefined;
}

/** Requests whose rules differ in one of these never share a connection, since a pooled connection is not checked again. */
interface PoolRules {
  readonly listedOnly: boolean;
  readonly verifyTls: boolean;
}

/** The rules of a request for its connection. */
type HopRules = OutboundRules & Pick<OutboundRequest, 'verifyTls'>;

/** Sends single requests. */
export class HopSender {
  readonly #options: HopSenderOptions;
  readonly #closing = new AbortController();
  /** One pool of connections per set of rules, created by its first request. */
  readonly #agents = new Map<string, Promise<Agent>>();

  constructor(options: HopSenderOptions) {
    this.#options = options;
  }

  async send(hop: Hop, rules: HopRules, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    const reason = listedOnlyReason(hop.url, rules, hop.cameFromTls);
    checkLiteral(hop.url, this.#options.policy, reason);
    const agent = await this.#agentFor({
      listedOnly: reason !== undefined,
      verifyTls: rules.verifyTls ?? true,
    });
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
    await Promise.all([...this.#agents.values()].map(async (agent) => (await agent).destroy()));
  }

  #agentFor(rules: PoolRules): Promise<Agent> {
    const key = JSON.stringify(rules);
    const agent = this.#agents.get(key) ?? this.#open(rules);
    this.#agents.set(key, agent);
    return agent;
  }

  /** Loads undici, which takes about 20 MB, only in processes that send requests. */
  async #open({ listedOnly, verifyTls }: PoolRules): Promise<Agent> {
    const { guardedAgent } = await import('./guarded-agent.ts');
    const accept = acceptedVerdicts(listedOnly ? 'tls_required' : undefined);
    return guardedAgent({ ...this.#options, accept, verifyTls, closing: this.#closing.signal });
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
