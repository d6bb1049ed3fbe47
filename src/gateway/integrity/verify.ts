import type { Integrity } from '../../catalogs/rpc-methods/rpc-method.ts';
import type { CallContext } from '../calls/call-handler.ts';
import { isPending } from '../calls/is-pending.ts';
import { blockRef, heightOf, isAheadOfItsFork } from '../heads/block-ref.ts';
import type { ChainHeads } from '../heads/chain-heads.ts';
import { isFailure, type RpcCall, type RpcOutcome } from '../rpc/rpc-call.ts';
import { askedProblem } from './asked-for.ts';
import { type Item, isItem, lower } from './item.ts';
import { transactionHash } from './transaction-hash.ts';

export interface Finding {
  /** The highest block that the outcome is about. */
  readonly block: number | undefined;
  /** Why it cannot be true; undefined if nothing speaks against it. */
  readonly problem: string | undefined;
  /** Hashes that the outcome gives for blocks before those that are followed, by number. */
  readonly older: ReadonlyMap<number, string>;
}

const nothing: Finding = { block: undefined, problem: undefined, older: new Map() };

/** Compares an outcome with what is known of the chain. */
export function examine(
  call: RpcCall,
  { method }: Pick<CallContext, 'method'>,
  outcome: RpcOutcome,
  heads: ChainHeads,
): Finding {
  if (method.integrity === undefined || isFailure(outcome)) return nothing;
  // What is not there says nothing about the chain. Whoever takes a transaction has its hash.
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
  if (!ref || !isItem(value) || isAheadOfItsFork(ref, heads.latest)) {
    return { ...nothing, problem: 'a block has another hash than it says' };
  }
  const { number, hash } = ref;
  const parent = heads.at(number - 1);
  const problem =
    new NamedBlocks(heads).problem(number, hash) ??
    askedProblem({ ...value, blockNumber: value['number'], blockHash: hash }, call) ??
    (parent && parent.hash !== ref.parentHash ? 'a block does not follow its parent' : undefined) ??
    partsProblem(value['transactions'], { blockHash: hash, blockNumber: value['number'] });
  // The hash covers its content. That the chain has this block so long ago is believed, or every block would be asked for twice.
  return { block: number, problem, older: nothing.older };
}

/** A transaction or receipt: it is the one that was asked for, and in the block with the hash that it says. */
function itemFinding(value: unknown, call: RpcCall, heads: ChainHeads): Finding {
  if (!isItem(value)) return { ...nothing, problem: 'the result is no object' };
  const blocks = new NamedBlocks(heads);
  const problem = itemProblem(value, call, blocks);
  return { block: heightOf(value['blockNumber']), problem, older: blocks.older };
}

function listFinding(value: unknown, call: RpcCall, heads: ChainHeads): Finding {
  if (!Array.isArray(value)) return { ...nothing, problem: 'the result is no list' };
  const blocks = new NamedBlocks(heads);
  let highest: number | undefined;
  for (const item of value) {
    if (!isItem(item)) return { ...nothing, problem: 'an item of the list is no object' };
    const block = heightOf(item['blockNumber']);
    if (block !== undefined) highest = Math.max(block, highest ?? 0);
    const problem = itemProblem(item, call, blocks);
    if (problem) return { block: highest, problem, older: blocks.older };
  }
  return { block: highest, problem: undefined, older: blocks.older };
}

/** A client would look for its transaction under another hash in vain, or send it again. */
function sentFinding(value: unknown, { params }: RpcCall): Finding {
  const hash = transactionHash(String(params[0]));
  if (hash === undefined || lower(value) === hash) return nothing;
  return { ...nothing, problem: 'the transaction has another hash' };
}

function itemProblem(item: Item, call: RpcCall, blocks: NamedBlocks): string | undefined {
  return (
    askedProblem(item, call) ?? blockProblem(item, call, blocks) ?? partsProblem(item['logs'], item)
  );
}

function blockProblem(item: Item, { method }: RpcCall, blocks: NamedBlocks): string | undefined {
  const number = heightOf(item['blockNumber']);
  const hash = lower(item['blockHash']);
  if (number !== undefined && hash !== undefined) return blocks.problem(number, hash);
  // A transaction that waits for its block is in none. Everything else is in one, or was left without it in order not to be compared.
  const isWaiting = (item['blockNumber'] ?? item['blockHash'] ?? null) === null;
  return isWaiting && method === 'eth_getTransactionByHash' ? undefined : 'it names no block';
}

/** Members of a part that are those of the whole, as far as that has them. */
const SHARED = ['blockHash', 'blockNumber', 'transactionHash'];

/** Transactions of a block and logs of a receipt name what they are part of. Transactions may also be given as hashes. */
function partsProblem(parts: unknown, whole: Item): string | undefined {
  if (!Array.isArray(parts)) return undefined;
  const shared = SHARED.filter((name) => Object.hasOwn(whole, name));
  const isSound = (part: unknown) =>
    !isItem(part) || shared.every((name) => lower(part[name]) === lower(whole[name]));
  return parts.every(isSound) ? undefined : 'a part of it is of another block';
}

/** The blocks that one answer names. */
class NamedBlocks {
  readonly older = new Map<number, string>();
  readonly #heads: ChainHeads;

  constructor(heads: ChainHeads) {
    this.#heads = heads;
  }

  problem(number: number, hash: string): string | undefined {
    const { latest } = this.#heads;
    // Clients would never again be answered from blocks before it.
    if (latest && number > latest.number) return 'it is of a block that the chain does not have';
    const known = this.#heads.at(number)?.hash ?? this.older.get(number) ?? hash;
    if (number < (this.#heads.oldest ?? 0)) this.older.set(number, known);
    return known === hash ? undefined : 'it is of another block than the chain has';
  }
}
