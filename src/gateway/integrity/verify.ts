import type { Integrity } from '../../catalogs/rpc-methods/rpc-method.ts';
import type { CallContext } from '../calls/call-handler.ts';
import { isPending } from '../calls/is-pending.ts';
import { requestedBlockHash } from '../calls/requested-block-hash.ts';
import { blockRef, hasUnexpectedForkMembers, heightOf } from '../heads/block-ref.ts';
import type { BlockRef, ChainHeads } from '../heads/chain-heads.ts';
import { isFailure, type RpcCall, type RpcOutcome } from '../rpc/rpc-call.ts';
import { type Item, isItem, lower } from './item.ts';
import { requestMismatch } from './request-mismatch.ts';
import { transactionHash } from './transaction-hash.ts';

export interface Finding {
  /** The highest block of the chain that the outcome names. */
  readonly block: number | undefined;
  /** Why the outcome is false, whatever the chain is. */
  readonly problem: string | undefined;
  /** A block that the outcome names and that is not in the chain, by number. */
  readonly outside: number | undefined;
  /** Hashes that the outcome gives for blocks older than the tracked ones, by number. */
  readonly older: ReadonlyMap<number, string>;
}

const nothing: Finding = {
  block: undefined,
  problem: undefined,
  outside: undefined,
  older: new Map(),
};

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
  const blocks = new NamedBlocks(heads, requestedBlockHash(call, method));
  const problem = checks[method.integrity](value, call, blocks);
  return { problem, block: blocks.highest, outside: blocks.outside, older: blocks.older };
}

/** Returns why a result is false, and collects the blocks that it names. */
type Check = (value: unknown, call: RpcCall, blocks: NamedBlocks) => string | undefined;

const checks: Readonly<Record<Integrity, Check>> = {
  header: headerProblem,
  transaction: singleProblem,
  receipt: singleProblem,
  transactions: listProblem,
  receipts: listProblem,
  logs: listProblem,
  sent: sentProblem,
};

function headerProblem(value: unknown, call: RpcCall, blocks: NamedBlocks): string | undefined {
  const ref = blocks.verified(value);
  if (!ref || !isItem(value)) return 'the hash of a block is wrong';
  const { number, hash } = ref;
  return (
    requestMismatch({ ...value, blockNumber: value['number'], blockHash: hash }, call) ??
    // The hash covers the content. Whether an older block is in the chain is not verified: that would fetch every block twice.
    blocks.problem(number, hash, { isProven: true }) ??
    partsProblem(value['transactions'], { blockHash: hash, blockNumber: value['number'] })
  );
}

/** A transaction or receipt must be the requested one, and its block must be in the chain. */
function singleProblem(value: unknown, call: RpcCall, blocks: NamedBlocks): string | undefined {
  return isItem(value) ? itemProblem(value, call, blocks) : 'the result is not an object';
}

function listProblem(value: unknown, call: RpcCall, blocks: NamedBlocks): string | undefined {
  if (!Array.isArray(value)) return 'the result is not a list';
  for (const item of value) {
    if (!isItem(item)) return 'an item of the list is not an object';
    const problem = itemProblem(item, call, blocks);
    if (problem) return problem;
  }
  return undefined;
}

/** With a wrong hash, a client would not find its transaction, or would send it again. */
function sentProblem(value: unknown, { params }: RpcCall): string | undefined {
  const hash = transactionHash(String(params[0]));
  return hash === undefined || lower(value) === hash
    ? undefined
    : 'the returned hash is not that of the transaction';
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

/** The blocks in one result, compared with the chain. */
class NamedBlocks {
  /** Blocks below the tracked ones, by number. */
  readonly older = new Map<number, string>();
  /** The highest one that is in the chain, or below the tracked blocks. */
  highest: number | undefined;
  /** The number of one that is not in the chain. */
  outside: number | undefined;
  readonly #heads: ChainHeads;
  /** The block that the call names. Nodes also have blocks that are no longer in the chain, and results about them are true. */
  readonly #requested: string | undefined;
  readonly #numbers = new Map<string, number>();

  constructor(heads: ChainHeads, requested: string | undefined) {
    this.#heads = heads;
    this.#requested = requested;
  }

  /** Undefined if the value is not a block, or its hash is wrong. */
  verified(value: unknown): BlockRef | undefined {
    const ref = blockRef(value, this.#heads);
    return ref && hasUnexpectedForkMembers(ref, this.#heads.latest) ? undefined : ref;
  }

  /** `isProven`: the hash was computed from the content of the block. */
  problem(number: number, hash: string, { isProven = false } = {}): string | undefined {
    const ofHash = this.#heads.numberOf(hash) ?? this.#numbers.get(hash);
    if (ofHash !== undefined && ofHash !== number) return 'the number of its block is wrong';
    this.#numbers.set(hash, number);
    const { latest, oldest = 0 } = this.#heads;
    if (latest && number >= oldest && this.#heads.at(number)?.hash !== hash) {
      if (hash !== this.#requested) this.outside = number;
      return undefined;
    }
    this.highest = Math.max(number, this.highest ?? 0);
    if (number >= oldest || isProven || hash === this.#requested) return undefined;
    const other = this.older.get(number);
    if (other !== undefined && other !== hash) return 'it names two blocks with the same number';
    this.older.set(number, hash);
    return undefined;
  }
}
