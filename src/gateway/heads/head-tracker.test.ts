import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemClock } from '../../kernel/clock.ts';
import { type Block, blockOf, word } from '../fixtures/blocks.ts';
import type { RpcCall, RpcOutcome } from '../rpc/rpc-call.ts';
import { HeadChain } from './head-chain.ts';
import { HeadTracker, type TrackedUpstream } from './head-tracker.ts';

/** Linked blocks; `state` distinguishes chains. */
function blocks(first: number, count: number, state: string, before?: Block): Block[] {
  const made: Block[] = [];
  for (let n = 0; n < count; n++) {
    made.push(blockOf(state, first + n, (made.at(-1) ?? before)?.hash ?? word('0')));
  }
  return made;
}

class Node implements TrackedUpstream {
  readonly name = 'node';
  readonly isUsable = true;
  isTrusted = true;
  finalized: number | undefined;
  chain: readonly Block[];
  /** Overrides the response for a block by hash. */
  byHash: (found: Block | undefined) => RpcOutcome | Promise<RpcOutcome> = (found) => ({
    result: JSON.stringify(found ?? null),
  });

  constructor(chain: readonly Block[], finalized?: number) {
    this.chain = chain;
    this.finalized = finalized;
  }

  async send({ method, params: [which] }: RpcCall): Promise<RpcOutcome> {
    if (method === 'eth_getBlockByHash') {
      return await this.byHash(this.chain.find(({ hash }) => hash === which));
    }
    if (which === 'latest') return { result: JSON.stringify(this.chain.at(-1)) };
    const found = this.chain.find(({ number }) => Number(number) === this.finalized);
    return { result: JSON.stringify(found ?? null) };
  }

  distrust(): void {
    this.isTrusted = false;
  }

  headAt(): void {}
}

function follow(...upstreams: readonly Node[]) {
  const chain = new HeadChain();
  const times = { pollMs: 1_000, settleMs: 0 };
  const tracker = new HeadTracker({ chain, upstreams, clock: systemClock, ...times });
  const poll = async () => {
    for (const upstream of upstreams) await tracker.poll(upstream);
    return chain.latest?.number;
  };
  return { chain, poll, tracker };
}

const trunk = blocks(1, 100, 'a');

describe('the height of final blocks', () => {
  it('is that of most upstreams', async () => {
    const { chain, poll } = follow(new Node(trunk, 40), new Node(trunk, 100), new Node(trunk, 41));
    await poll();
    await poll();
    assert.equal(chain.finalized, 41);
  });

  it('is that of the only upstream', async () => {
    const { chain, poll } = follow(new Node(trunk, 40));
    await poll();
    assert.deepEqual([chain.safe, chain.finalized], [40, 40]);
  });

  it('is unknown after a final block is dropped', async () => {
    const node = new Node(trunk, 40);
    const { chain, poll } = follow(node);
    await poll();
    node.chain = blocks(0, 31, 'b');
    node.finalized = undefined;
    assert.equal(await poll(), 30);
    assert.equal(chain.finalized, undefined);
  });
});

describe('the head', () => {
  it('is not that of a distrusted upstream', async () => {
    const liar = new Node(blocks(101, 1, 'b', trunk.at(-1)), 100);
    liar.isTrusted = false;
    const { poll } = follow(new Node(trunk), liar);
    assert.equal(await poll(), 100);
  });

  it('does not jump to an unlinked block while other upstreams are on the chain', async () => {
    const far = blocks(1_000_000, 100, 'b');
    const { poll } = follow(new Node(trunk), new Node(trunk), new Node(far));
    assert.equal(await poll(), 100);
    assert.equal(await poll(), 100);
  });

  it('jumps if more upstreams have the unlinked blocks than the chain', async () => {
    const far = blocks(1_000, 100, 'b');
    const [stuck, ...others] = [new Node(trunk), new Node(trunk), new Node(trunk)];
    const { poll } = follow(stuck as Node, ...others);
    await poll();
    for (const node of others) node.chain = far;
    await poll();
    assert.equal(await poll(), 1_099);
  });
});

describe('an upstream that does not return the parent of its head', () => {
  const begin = async () => {
    const node = new Node(trunk);
    const { poll } = follow(node);
    await poll();
    node.chain = blocks(100, 3, 'b', trunk[98]);
    return { node, poll };
  };

  it('is trusted if it returns an error', async () => {
    const { node, poll } = await begin();
    node.byHash = () => ({ error: { code: -32005, message: 'busy' } });
    assert.equal(await poll(), 100);
    assert.equal(node.isTrusted, true);
  });

  it('is trusted if its chain was reorganised in the meantime', async () => {
    const { node, poll } = await begin();
    node.byHash = () => {
      node.chain = blocks(101, 2, 'c', trunk.at(-1));
      node.byHash = (found) => ({ result: JSON.stringify(found ?? null) });
      return { result: 'null' };
    };
    await poll();
    assert.equal(node.isTrusted, true);
    assert.equal(await poll(), 102);
  });

  it('is distrusted if it does not have the block', async () => {
    const { node, poll } = await begin();
    node.byHash = () => ({ result: 'null' });
    assert.equal(await poll(), 100);
    assert.equal(node.isTrusted, false);
  });
});

it('does not go back to the older head of a slower poll', async () => {
  const longer = blocks(101, 5, 'a', trunk.at(-1));
  for (const seen of [3, 4]) {
    const gate = Promise.withResolvers<void>();
    const slow = new Node(trunk);
    const fast = new Node(trunk);
    const { chain, poll, tracker } = follow(slow, fast);
    await poll();
    const dropped: number[] = [];
    chain.subscribe((_head, gone) => dropped.push(...gone.map(({ number }) => number)));
    slow.chain = [...trunk, ...longer.slice(0, seen)];
    slow.byHash = async (found) => {
      await gate.promise;
      return { result: JSON.stringify(found ?? null) };
    };
    const slowly = tracker.poll(slow);
    // The faster upstream is ahead of the slow one, or one block behind it.
    fast.chain = [...trunk, ...(seen === 3 ? longer : longer.slice(0, 3))];
    await tracker.poll(fast);
    gate.resolve();
    await slowly;
    assert.equal(chain.latest?.number, seen === 3 ? 105 : 104);
    assert.deepEqual(dropped, []);
  }
});

it('does not go back to a head older than the tracked blocks while another upstream is on the chain', async () => {
  const [leader, second, lagging] = [
    new Node(trunk),
    new Node(trunk),
    new Node(trunk.slice(0, 80)),
  ];
  const { chain, poll, tracker } = follow(leader, second, lagging);
  await poll();
  leader.chain = [...trunk, ...blocks(101, 1, 'a', trunk.at(-1))];
  await tracker.poll(leader);
  leader.send = () => Promise.reject(new Error('gone'));
  await tracker.poll(leader);
  await tracker.poll(lagging);
  assert.equal(chain.latest?.number, 101);
  // The second upstream is ahead, and the blocks between are still being fetched.
  const gate = Promise.withResolvers<RpcOutcome>();
  second.chain = [...leader.chain, ...blocks(102, 2, 'a', leader.chain.at(-1))];
  second.byHash = () => gate.promise;
  const slowly = tracker.poll(second);
  await tracker.poll(lagging);
  assert.equal(chain.latest?.number, 101);
  gate.resolve({ error: { code: -32005, message: 'busy' } });
  await slowly;
  // No other upstream is on the chain.
  second.send = leader.send;
  assert.equal(await poll(), 80);
});
