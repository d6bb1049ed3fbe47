import type { RpcMethod } from '../../catalogs/rpc-methods/rpc-method.ts';
import { rpcMethods } from '../../catalogs/rpc-methods/rpc-methods.ts';
import type { GatewayNetwork } from '../../contracts/gateway/gateway-channel.ts';
import { isListed } from '../../contracts/gateway/method-pattern.ts';

/** The methods of one network: those of the catalog, with the additions and exceptions of the settings. */
export class MethodTable {
  readonly #allow: readonly string[];
  readonly #deny: readonly string[];
  readonly #maxLogBlocks: number | undefined;

  constructor({ methods, maxLogBlocks }: Pick<GatewayNetwork, 'methods' | 'maxLogBlocks'>) {
    this.#allow = methods.allow;
    this.#deny = methods.deny;
    this.#maxLogBlocks = maxLogBlocks;
  }

  isDenied(name: string): boolean {
    return isListed(name, this.#deny);
  }

  /** Whether equal calls have different results or effects. */
  isStateful(name: string): boolean {
    return (rpcMethods.get(name) ?? this.find(name))?.isStateful === true;
  }

  find(name: string): RpcMethod | undefined {
    if (this.isDenied(name)) return undefined;
    const known = rpcMethods.get(name);
    if (known && known.refusal === undefined) return this.#adapted(known);
    return isListed(name, this.#allow) ? forwarded(name) : known;
  }

  #adapted(method: RpcMethod): RpcMethod {
    const maxBlocks = method.name === 'eth_getLogs' ? this.#maxLogBlocks : undefined;
    return maxBlocks === undefined ? method : { ...method, maxBlocks };
  }
}

/** A method that the catalog does not describe: its parameters are not checked, its results neither cached nor verified. */
function forwarded(name: string): RpcMethod {
  const validity = { kind: 'never' } as const;
  return { name, params: undefined, validity, isStateful: true, isUnknown: true };
}
