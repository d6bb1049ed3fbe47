import { refusedMethods } from './refused-methods.ts';
import type { RpcMethod } from './rpc-method.ts';
import { servedMethods } from './served-methods.ts';

/** Methods by name. Other methods are refused as unknown. */
export const rpcMethods: ReadonlyMap<string, RpcMethod> = new Map(
  [...servedMethods, ...refusedMethods].map((method) => [method.name, method]),
);
