import type { RpcCall } from '../rpc/rpc-call.ts';

/** Whether a call uses the pending block. Its state changes all the time and has no hash, so it can be neither cached nor verified. */
export function isPending({ params }: RpcCall): boolean {
  return params.some(
    (param) =>
      param === 'pending' ||
      (typeof param === 'object' &&
        param !== null &&
        Object.values(param).some((member) => member === 'pending')),
  );
}
