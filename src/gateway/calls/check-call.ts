import type { RpcMethod } from '../../catalogs/rpc-methods/rpc-method.ts';
import type { RpcCall, RpcError } from '../rpc/rpc-call.ts';
import { rpcErrors } from '../rpc/rpc-errors.ts';
import type { MethodTable } from './method-table.ts';
import { paramChecks } from './param-checks.ts';

/** The method of a call, or why the call is rejected before it reaches an upstream. */
export function checkCall(
  call: RpcCall,
  methods: MethodTable,
): { readonly method: RpcMethod } | { readonly error: RpcError } {
  const method = methods.find(call.method);
  if (method?.refusal !== undefined || !method) {
    return { error: rpcErrors.notOffered(call.method, method?.refusal) };
  }
  const error = problemOf(method, call.params);
  return error ? { error } : { method };
}

function problemOf({ name, params, maxBlocks }: RpcMethod, given: RpcCall['params']) {
  if (!params) return undefined;
  if (given.length > params.length) {
    return rpcErrors.params(`${name} takes at most ${params.length} parameters`);
  }
  let n = -1;
  for (const param of params) {
    n += 1;
    const value = given[n] ?? undefined;
    if (value === undefined) {
      if (param.isOptional) continue;
      return rpcErrors.params(`The parameter ${n + 1} of ${name} (${param.name}) is missing`);
    }
    const check = paramChecks[param.type];
    if (check.isValid(value)) continue;
    const problem = `must be ${check.expected}`;
    return rpcErrors.params(`The parameter ${n + 1} of ${name} (${param.name}) ${problem}`);
  }
  if (name === 'eth_feeHistory' && maxBlocks !== undefined && Number(given[0]) > maxBlocks) {
    return rpcErrors.range(maxBlocks, Number(given[0]));
  }
  return undefined;
}
