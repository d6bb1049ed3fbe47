import type { Integrity } from '../../catalogs/rpc-methods/rpc-method.ts';
import type { CallContext } from '../calls/call-handler.ts';
import { blockRef, heightOf } from '../heads/block-ref.ts';
import type { ChainHeads } from '../heads/chain-heads.ts';
import { isFailure, type RpcCall, type RpcOutcome } from '../rpc/rpc-call.ts';

type Item = Readonly<Record<string, unknown>>;

export interface Finding {
  /** The highest block that the outcome is about. */
  readonly block: number | undefined;
  /** Why it cannot be true; undefined if nothing speaks against it. */
  readonly problem: string | undefined;
}

const nothing: Finding = { block: undefined, problem: undefined };

/** Compares an outcome with what is known of the chain. */
export function examine(
  call: RpcCall,
  { method }: CallContext,
  outcome: RpcOutcome,
  heads: ChainHeads,
): Finding {
  if (method.integrity === undefined || isFailure(outcome) || outcome.result === 'null') {
    return nothing;
  }
  let value: unknown;
  try {
    value = JSON.parse(outcome.result);
  } catch {
    return { ...nothing, problem: 'the result is not JSON' };
  }
  return checks[method.integrity](value, call, heads);
}

const checks: Readonly<
  Record<Integrity, (value: unknown, call: RpcCall, heads: ChainHeads) => Finding>
> = {
  header(value, { method, params: [asked] }, heads) {
    const ref = blockRef(value);
    if (!ref) return { ...nothing, problem: 'a block has another hash than it says' };
    const finding = { block: ref.number, problem: placeProblem(ref.number, ref.hash, heads) };
    if (method === 'eth_getBlockByHash' && ref.hash !== String(asked).toLowerCase()) {
      return { ...finding, problem: 'another block was asked for' };
    }
    if (method === 'eth_getBlockByNumber' && (heightOf(asked) ?? ref.number) !== ref.number) {
      return { ...finding, problem: 'another block was asked for' };
    }
    const parent = heads.at(ref.number - 1);
    if (parent && parent.hash !== ref.parentHash) {
      return { ...finding, problem: 'a block does not follow its parent' };
    }
    return finding;
  },
  transaction: (value, { method, params: [asked] }, heads) =>
    itemFinding(value, 'hash', method === 'eth_getTransactionByHash' ? asked : undefined, heads),
  receipt: (value, { params: [asked] }, heads) =>
    itemFinding(value, 'transactionHash', asked, heads),
  transactions: listFinding,
  receipts: listFinding,
  logs: listFinding,
};

/** A transaction or receipt: it is the one that was asked for, and in the block with the hash that it says. */
function itemFinding(value: unknown, member: string, asked: unknown, heads: ChainHeads): Finding {
  if (!isItem(value)) return { ...nothing, problem: 'the result is no object' };
  const block = heightOf(value['blockNumber']);
  if (asked !== undefined && lower(value[member]) !== lower(asked)) {
    return { block, problem: 'another transaction was asked for' };
  }
  const logs = value['logs'];
  if (Array.isArray(logs) && logs.some((log) => !isOfBlock(log, value))) {
    return { block, problem: 'a log is of another block than its receipt' };
  }
  return { block, problem: inBlockProblem(value, heads) };
}

function listFinding(value: unknown, { params }: RpcCall, heads: ChainHeads): Finding {
  if (!Array.isArray(value)) return { ...nothing, problem: 'the result is no list' };
  const range = rangeOf(params[0]);
  let highest: number | undefined;
  for (const item of value) {
    if (!isItem(item)) return { ...nothing, problem: 'an item of the list is no object' };
    const block = heightOf(item['blockNumber']);
    if (block !== undefined) highest = Math.max(block, highest ?? 0);
    const problem =
      block !== undefined && range && (block < range.from || block > range.to)
        ? 'an item is of another block than was asked for'
        : inBlockProblem(item, heads);
    if (problem) return { block: highest, problem };
  }
  return { block: highest, problem: undefined };
}

/** The blocks that a call asks about, if it says them as numbers. */
function rangeOf(param: unknown): { readonly from: number; readonly to: number } | undefined {
  const number = heightOf(param);
  if (number !== undefined) return { from: number, to: number };
  if (!isItem(param)) return undefined;
  const from = heightOf(param['fromBlock']);
  const to = heightOf(param['toBlock']);
  return from === undefined || to === undefined ? undefined : { from, to };
}

/** Something that is in a block: pending ones are in none. */
function inBlockProblem(item: Item, heads: ChainHeads): string | undefined {
  const number = heightOf(item['blockNumber']);
  const hash = item['blockHash'];
  if (number === undefined || typeof hash !== 'string') return undefined;
  return placeProblem(number, hash.toLowerCase(), heads);
}

function placeProblem(number: number, hash: string, heads: ChainHeads): string | undefined {
  const known = heads.at(number);
  return known && known.hash !== hash ? 'it is of another block than the chain has' : undefined;
}

function isOfBlock(log: unknown, receipt: Item): boolean {
  return isItem(log) && lower(log['blockHash']) === lower(receipt['blockHash']);
}

function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function lower(value: unknown): string {
  return String(value).toLowerCase();
}
