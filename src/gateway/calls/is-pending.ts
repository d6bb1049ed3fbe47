import type { RpcCall } from '../rpc/rpc-call.ts';

/** Whether a call is about what is not in the chain yet: it changes all the time, and has no place that could be checked. */
export function isPending({ params }: RpcCall): boolean {
  return params.some(
    (param) =>
      param === 'pending' ||
      (typeof param === 'object' &&
        param !== null &&
        Object.values(param).some((member) => member === 'pending')),
  );
}
