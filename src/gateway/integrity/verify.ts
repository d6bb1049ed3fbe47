import type { Integrity } from '../../catalogs/rpc-methods/rpc-method.ts';
import type { CallContext } from '../calls/call-handler.ts';
import { isPending } from '../calls/is-pending.ts';
import { blockRef, hasUnexpectedForkMembers, heightOf } from '../heads/block-ref.ts';
import type { ChainHeads } from '../heads/chain-heads.ts';
import { isFailure, type RpcCall, type RpcOutcome } from '../rpc/rpc-call.ts';
import { type Item, isItem, lower } from './item.ts';
import { requestMismatch } from './request-mismatch.ts';
import { transactionHash } from './transaction-hash.ts';

export interface Finding {
  /** The highest block that the outcome names. */
  readonly block: number | undefined;
  /** Why the outcome is false; undefined if there is no contradiction. */
  readonly problem: string | undefined;
  /** Hashes that the outcome gives for blocks older than the tracked ones, by number. */
  readonly older: ReadonlyMap<number, string>;
}

const nothing: Finding = { block: undefined, problem: undefined, older: new Map() };

/** Verifies an outcome against the known chain. */
export function examine(
  call: RpcCall,
  { method }: Pick<CallContext, 'method'>,
  outcome: RpcOutcome,
  heads: ChainHeads,
): Finding {
  if (method.integrity === undefined || isFailure(outcome)) return nothing;
  // A null result cannot be verified. For a sent transaction it is wrong, because a node that accepts a transaction returns its hash.
  if (outcome.result === 'null' && method.integrity !== 'sent') return nothing;
  if (isPending(call)) return nothing;
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
  header: blockFinding,
  transaction: itemFinding,
  receipt: itemFinding,
  transactions: listFinding,
  receipts: listFinding,
  logs: listFinding,
  sent: sentFinding,
};

function blockFinding(value: unknown, call: RpcCall, heads: ChainHeads): Finding {
  const ref = blockRef(value);
  if (!ref || !isItem(value) || hasUnexpectedForkMembers(ref, heads.latest)) {
    return { ...nothing, problem: 'the hash of a block is wrong' };
  }
  const { number, hash } = ref;
  const parent = heads.at(number - 1);
  const problem =
    new NamedBlocks(heads).problem(number, hash) ??
    requestMismatch({ ...value, blockNumber: value['number'], blockHash: hash }, call) ??
    (parent && parent.hash !== ref.parentHash ? 'a block does not follow its parent' : undefined) ??
    partsProblem(value['transactions'], { blockHash: hash, blockNumber: value['number'] });
  // The hash covers the content. Whether an older block is in the chain is not verified: that would fetch every block twice.
  return { block: number, problem, older: nothing.older };
}

/** A transaction or receipt must be the requested one, and its block must be in the chain. */
function itemFinding(value: unknown, call: RpcCall, heads: ChainHeads): Finding {
  if (!isItem(value)) return { ...nothing, problem: 'the result is not an object' };
  const blocks = new NamedBlocks(heads);
  const problem = itemProblem(value, call, blocks);
  return { block: heightOf(value['blockNumber']), problem, older: blocks.older };
}

function listFinding(value: unknown, call: RpcCall, heads: ChainHeads): Finding {
  if (!Array.isArray(value)) return { ...nothing, problem: 'the result is not a list' };
  const blocks = new NamedBlocks(heads);
  let highest: number | undefined;
  for (const item of value) {
    if (!isItem(item)) return { ...nothing, problem: 'an item of the list is not an object' };
    const block = heightOf(item['blockNumber']);
    if (block !== undefined) highest = Math.max(block, highest ?? 0);
    const problem = itemProblem(item, call, blocks);
    if (problem) return { block: highest, problem, older: blocks.older };
  }
  return { block: highest, problem: undefined, older: blocks.older };
}

/** With a wrong hash, a client would not find its transaction, or would send it again. */
function sentFinding(value: unknown, { params }: RpcCall): Finding {
  const hash = transactionHash(String(params[0]));
  if (hash === undefined || lower(value) === hash) return nothing;
  return { ...nothing, problem: 'the returned hash is not that of the transaction' };
}

function itemProblem(item: Item, call: RpcCall, blocks: NamedBlocks): string | undefined {
  return (
    requestMismatch(item, call) ??
    blockProblem(item, call, blocks) ??
    partsProblem(item['logs'], item)
  );
}

function blockProblem(item: Item, { method }: RpcCall, blocks: NamedBlocks): string | undefined {
  const number = heightOf(item['blockNumber']);
  const hash = lower(item['blockHash']);
  if (number !== undefined && hash !== undefined) return blocks.problem(number, hash);
  // Only a pending transaction has no block. For any other item this is a problem, because an upstream could omit the block to evade the
  // comparison.
  const hasNoBlock = (item['blockNumber'] ?? item['blockHash'] ?? null) === null;
  return hasNoBlock && method === 'eth_getTransactionByHash'
    ? undefined
    : 'it has no valid block number and hash';
}

/** If a block or receipt has these members, its transactions or logs must have the same values. */
const SHARED = ['blockHash', 'blockNumber', 'transactionHash'];

/** Transactions must name their block, and logs the block and transaction of their receipt. Transactions may also be given as hashes. */
function partsProblem(parts: unknown, whole: Item): string | undefined {
  if (!Array.isArray(parts)) return undefined;
  const shared = SHARED.filter((name) => Object.hasOwn(whole, name));
  const isSound = (part: unknown) =>
    !isItem(part) || shared.every((name) => lower(part[name]) === lower(whole[name]));
  return parts.every(isSound) ? undefined : 'a part of it belongs to another block';
}

/** The blocks in one result, by number and hash. */
class NamedBlocks {
  readonly older = new Map<number, string>();
  readonly #heads: ChainHeads;

  constructor(heads: ChainHeads) {
    this.#heads = heads;
  }

  problem(number: number, hash: string): string | undefined {
    const { latest } = this.#heads;
    // A block above the head would become the newest one that the client has seen, and no upstream could serve the client any more.
    if (latest && number > latest.number) return 'it belongs to a block that is not in the chain';
    const known = this.#heads.at(number)?.hash ?? this.older.get(number) ?? hash;
    if (number < (this.#heads.oldest ?? 0)) this.older.set(number, known);
    return known === hash ? undefined : 'its block is not the one in the chain';
  }
}
