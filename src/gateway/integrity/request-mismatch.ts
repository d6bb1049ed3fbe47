import { heightOf } from '../heads/block-ref.ts';
import type { RpcCall } from '../rpc/rpc-call.ts';
import { type Item, isItem, lower } from './item.ts';

const OTHER_BLOCK = 'it belongs to another block than requested';
const OTHER_TRANSACTION = 'it is not the requested transaction';

/** Why a block, transaction, receipt or log does not match the call; undefined if it does. */
export function requestMismatch(item: Item, { method, params }: RpcCall): string | undefined {
  const [first, second] = params;
  switch (method) {
    case 'eth_getTransactionByHash':
      return lower(item['hash']) === lower(first) ? undefined : OTHER_TRANSACTION;
    case 'eth_getTransactionReceipt':
      return lower(item['transactionHash']) === lower(first) ? undefined : OTHER_TRANSACTION;
    case 'eth_getTransactionByBlockHashAndIndex':
    case 'eth_getTransactionByBlockNumberAndIndex':
      return (
        blockProblem(item, first) ??
        (heightOf(item['transactionIndex']) === heightOf(second) ? undefined : OTHER_TRANSACTION)
      );
    case 'eth_getLogs':
      return blockProblem(item, first) ?? filterProblem(item, first);
    default:
      return blockProblem(item, first);
  }
}

/** `requested`: a number, a hash, or an object with one of them or with a range; tags match any block. */
function blockProblem(item: Item, requested: unknown): string | undefined {
  const { fromBlock, toBlock, blockHash, blockNumber } = isItem(requested)
    ? requested
    : isHash(requested)
      ? { blockHash: requested }
      : { blockNumber: requested };
  if (typeof blockHash === 'string') {
    return lower(item['blockHash']) === lower(blockHash) ? undefined : OTHER_BLOCK;
  }
  const number = heightOf(item['blockNumber']);
  if (number === undefined) return undefined;
  const from = heightOf(blockNumber ?? fromBlock) ?? number;
  const to = heightOf(blockNumber ?? toBlock) ?? number;
  return number < from || number > to ? OTHER_BLOCK : undefined;
}

function isHash(value: unknown): boolean {
  return typeof value === 'string' && value.length === 66;
}

function filterProblem(log: Item, filter: unknown): string | undefined {
  if (!isItem(filter)) return undefined;
  const { address, topics } = filter;
  const found = log['topics'];
  const isWanted =
    isOneOf(log['address'], address) &&
    (!Array.isArray(topics) ||
      topics.every((wanted, n) =>
        isOneOf(Array.isArray(found) ? found[n] : undefined, wanted ?? undefined),
      ));
  return isWanted ? undefined : 'a log does not match the filter';
}

/**
 * Whether a value matches a filter: a text, or a list of alternatives. A missing filter, an empty list and `null` in a list match any
 * value.
 */
function isOneOf(value: unknown, wanted: unknown): boolean {
  if (wanted === undefined || wanted === null) return true;
  if (!Array.isArray(wanted)) return lower(value) === lower(wanted);
  return wanted.length === 0 || wanted.some((one) => one === null || lower(one) === lower(value));
}
