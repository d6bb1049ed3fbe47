import { rpcMethods } from '../../catalogs/rpc-methods/rpc-methods.ts';
import { transactionHash } from '../integrity/transaction-hash.ts';
import { isFailure } from '../rpc/rpc-call.ts';
import type { CallHandler } from './call-handler.ts';

const KNOWN = /already known|known transaction|already imported|already exists/i;
const USED = /nonce too low|nonce has already been used/i;

/**
 * Makes `eth_sendRawTransaction` idempotent: if an upstream already has the transaction, from an attempt whose response was lost, the call
 * succeeds with its hash.
 */
export function rawTransactions(next: CallHandler): CallHandler {
  return async (call, context) => {
    const outcome = await next(call, context);
    if (call.method !== 'eth_sendRawTransaction' || !isFailure(outcome)) return outcome;
    const hash = transactionHash(String(call.params[0]));
    if (hash === undefined) return outcome;
    const result = JSON.stringify(hash);
    const { message } = outcome.error;
    if (KNOWN.test(message)) return { result };
    if (!USED.test(message)) return outcome;
    const method = rpcMethods.get('eth_getTransactionByHash');
    if (!method) return outcome;
    const lookup = { method: method.name, params: [hash] };
    const { client, signal } = context;
    const charge = (calls: number) => context.charge(calls);
    const found = await next(lookup, { method, client, signal, charge });
    return isFailure(found) || found.result === 'null' ? outcome : { result };
  };
}
