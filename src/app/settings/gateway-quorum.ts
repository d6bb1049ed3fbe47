import { rpcMethods } from '../../catalogs/rpc-methods/rpc-methods.ts';
import type { GatewayQuorum } from '../../contracts/gateway/gateway-channel.ts';
import { isListed } from '../../contracts/gateway/method-pattern.ts';

/** Kinds of results that are the same on every node that has the block. */
const COMPARABLE: ReadonlySet<string> = new Set(['hash', 'block', 'range', 'transaction']);

/** Reads `{"eth_call": "2/3"}`: three upstreams are queried, and two of them must return the same result. */
export function parseQuorum(
  value: unknown,
  network: string,
  upstreams: number,
  denied: readonly string[],
): readonly GatewayQuorum[] {
  if (value === undefined) return [];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`expected an object such as {"eth_call": "2/3"} for quorum (${network})`);
  }
  return Object.entries(value).map(([name, text]) => {
    const where = `quorum of ${name}, ${network}`;
    const method = rpcMethods.get(name);
    if (!method || method.refusal !== undefined || isListed(name, denied)) {
      throw new Error(`expected methods that the gateway serves, not "${name}" (${where})`);
    }
    if (!COMPARABLE.has(method.validity.kind)) {
      throw new Error(
        `expected methods whose results are the same on every node, not "${name}" (${where})`,
      );
    }
    const [, agree = '', ask = ''] = /^(\d{1,2})\/(\d{1,2})$/.exec(String(text)) ?? [];
    const quorum = { method: name, agree: Number(agree), ask: Number(ask) };
    if (quorum.agree < 2 || quorum.agree > quorum.ask || quorum.agree * 2 <= quorum.ask) {
      throw new Error(
        `expected "2/3" if two of three upstreams must agree; more than half of them have to, and at least two (${where})`,
      );
    }
    if (quorum.ask > upstreams) {
      throw new Error(
        `expected at least ${quorum.ask} nodes, as many as the quorum queries, not ${upstreams} (${where})`,
      );
    }
    return quorum;
  });
}
