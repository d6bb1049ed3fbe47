import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { type Block, blockOf, word } from '../fixtures/blocks.ts';
import type { RpcCall, RpcOutcome } from '../rpc/rpc-call.ts';
import { HeadChain } from './head-chain.ts';
import { HeadTracker } from './head-tracker.ts';
import type { HeadPosition, TrackedUpstream } from './tracked-upstream.ts';

/** Linked blocks; `state` distinguishes chains. */
function blocks(
  first: number,
  count: number,
  state: string,
  before?: Block,
  timestamp?: number,
): Block[] {
  const made: Block[] = [];
  for (let n = 0; n < count; n++) {
    const parent = (made.at(-1) ?? before)?.hash ?? word('0');
    made.push(blockOf(state, first + n, parent, timestamp));
  }
  return made;
}

class Node implements TrackedUpstream {
  readonly name = 'node';
  isServing = true;
  position: HeadPosition | undefined;
  refused: string | undefined;
  version = 'Geth/v1.16.0';
  isTrusted = true;
  finalized: number | undefined;
  chain: readonly Block[];
  /** Overrides the response for a block by hash. */
  byHash: (found: Block | undefined) => RpcOutcome | Promise<RpcOutcome> = (found) => ({
    result: JSON.stringify(found ?? null),
  });

  byNumber = (wanted: string): RpcOutcome => ({
    result: JSON.stringify(this.chain.find(({ number }) => number === wanted) ?? null),
  });

  constructor(chain: readonly Block[], finalized?: number) {
    this.chain = chain;
    this.finalized = finalized;
  }

  async send({ method, params: [which] }: RpcCall): Promise<RpcOutcome> {
    if (method === 'eth_getBlockByHash') {
      return await this.byHash(this.chain.find(({ hash }) => hash === which));
    }
    if (method === 'web3_clientVersion') return { result: JSON.stringify(this.version) };
    if (which === 'latest') return { result: JSON.stringify(this.chain.at(-1)) };
    if (String(which).startsWith('0x')) return this.byNumber(String(which));
    const found = this.chain.find(({ number }) => Number(number) === this.finalized);
    return { result: JSON.stringify(found ?? null) };
  }

  distrust(): void {
    this.isTrusted = false;
  }

  positionAt(position: HeadPosition): void {
    this.position = position;
  }

  refuseHead(reason: string): void {
    this.refused = reason;
  }
}

const CONFIRM_MS = 6_000;

async function follow(...upstreams: readonly Node[]) {
  const chain = new HeadChain();
  const clock = new ManualClock();
  const tracker = new HeadTracker({
    chain,
    upstreams,
    clock,
    // Only the test polls.
    pollMs: 1e9,
    blockMs: 2 * CONFIRM_MS,
    isPublic: true,
    finalityBlocks: undefined,
    isServed: () => true,
  });
  await tracker.start();
  const poll = async () => {
    for (const upstream of upstreams) await tracker.poll(upstream);
    return chain.latest?.number;
  };
  return { chain, clock, poll, tracker };
}

const trunk = blocks(1, 100, 'a');

describe('the height of final blocks', () => {
  it('is that of most upstreams', async () => {
    const { chain, poll } = await follow(
      new Node(trunk, 40),
      new Node(trunk, 100),
      new Node(trunk, 41),
    );
    await poll();
    await poll();
    assert.equal(chain.finalized, 41);
  });

  it('is that of the only upstream', async () => {
    const { chain, poll } = await follow(new Node(trunk, 40));
    await poll();
    assert.deepEqual([chain.safe, chain.finalized], [40, 40]);
  });

  it('is unknown after a final block is dropped', async () => {
    const node = new Node(trunk, 40);
    const { chain, poll } = await follow(node);
    await poll();
    node.chain = blocks(0, 31, 'b');
    node.finalized = undefined;
    await poll();
    assert.equal(await poll(), 30);
    assert.equal(chain.finalized, undefined);
  });
});

describe('the head', () => {
  it('is not that of a distrusted upstream', async () => {
    const liar = new Node(blocks(101, 1, 'b', trunk.at(-1)), 100);
    liar.isTrusted = false;
    const { poll } = await follow(new Node(trunk), liar);
    assert.equal(await poll(), 100);
  });

  it('does not jump to an unlinked block while other upstreams are on the chain', async () => {
    const far = blocks(1_000_000, 100, 'b');
    const { poll } = await follow(new Node(trunk), new Node(trunk), new Node(far));
    assert.equal(await poll(), 100);
    assert.equal(await poll(), 100);
  });

  it('jumps if more upstreams have the unlinked blocks than the chain', async () => {
    const far = blocks(1_000, 100, 'b');
    const [stuck, ...others] = [new Node(trunk), new Node(trunk), new Node(trunk)];
    const { poll } = await follow(stuck as Node, ...others);
    await poll();
    for (const node of others) node.chain = far;
    await poll();
    assert.equal(await poll(), 1_099);
  });
});

describe('an upstream that does not return the parent of its head', () => {
  const begin = async () => {
    const node = new Node(trunk);
    const { poll } = await follow(node);
    await poll();
    node.chain = blocks(100, 3, 'b', trunk[98]);
    return { node, poll };
  };

  it('is trusted if it returns an error', async () => {
    const { node, poll } = await begin();
    node.byHash = () => ({ error: { code: -32005, message: 'busy' } });
    node.byNumber = () => ({ error: { code: -32005, message: 'busy' } });
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

  it('is trusted if it does not have the block, and its head is not accepted', async () => {
    const { node, poll } = await begin();
    node.byHash = () => ({ result: 'null' });
    node.byNumber = () => ({ result: 'null' });
    assert.equal(await poll(), 100);
    assert.equal(node.isTrusted, true);
  });
});

it('does not go back to the older head of a slower poll', async () => {
  const longer = blocks(101, 5, 'a', trunk.at(-1));
  for (const seen of [3, 4]) {
    const gate = Promise.withResolvers<void>();
    const slow = new Node(trunk);
    const fast = new Node(trunk);
    const { chain, clock, tracker } = await follow(slow, fast);
    const dropped: number[] = [];
    chain.subscribe((change) => void dropped.push(...change.dropped.map(({ number }) => number)));
    slow.chain = [...trunk, ...longer.slice(0, seen)];
    slow.byHash = async (found) => {
      await gate.promise;
      return { result: JSON.stringify(found ?? null) };
    };
    const slowly = tracker.poll(slow);
    // The faster upstream is ahead of the slow one, or one block behind it.
    fast.chain = [...trunk, ...(seen === 3 ? longer : longer.slice(0, 3))];
    await tracker.poll(fast);
    await clock.advance(CONFIRM_MS);
    await tracker.poll(fast);
    gate.resolve();
    await slowly;
    await clock.advance(CONFIRM_MS);
    await tracker.poll(slow);
    assert.equal(chain.latest?.number, seen === 3 ? 105 : 104);
    assert.deepEqual(dropped, []);
  }
});

it('does not take the head of an upstream from a poll that began before the last one', async () => {
  const node = new Node(trunk);
  const { chain, tracker } = await follow(node);
  const longer = blocks(101, 2, 'a', trunk.at(-1));
  const gate = Promise.withResolvers<void>();
  const send = node.send.bind(node);
  node.send = async (call) => {
    const outcome = await send(call);
    await gate.promise;
    return outcome;
  };
  node.chain = [...trunk, ...longer.slice(0, 1)];
  const slowly = tracker.poll(node);
  node.send = send;
  node.chain = [...trunk, ...longer];
  await tracker.poll(node);
  gate.resolve();
  await slowly;
  assert.equal(chain.latest?.number, 102);
  assert.equal(node.position?.head, 102);
});

describe('a block that one of several upstreams has', () => {
  const next = blocks(101, 1, 'a', trunk.at(-1));

  it('is the head as soon as another one confirms it', async () => {
    const [first, second, third] = [new Node(trunk), new Node(trunk), new Node(trunk)];
    const { poll } = await follow(first, second, third);
    first.chain = [...trunk, ...next];
    assert.equal(await poll(), 100);
    second.chain = first.chain;
    assert.equal(await poll(), 101);
  });

  it('is the head after half a block time without confirmation', async () => {
    const [first, second, third] = [new Node(trunk), new Node(trunk), new Node(trunk)];
    const { clock, poll } = await follow(first, second, third);
    first.chain = [...trunk, ...next];
    await poll();
    await clock.advance(CONFIRM_MS - 1);
    assert.equal(await poll(), 100);
    await clock.advance(1);
    assert.equal(await poll(), 101);
  });

  it('does not replace the chain of the others, even if its branch is longer', async () => {
    const fork = blocks(100, 5, 'b', trunk[98]);
    const older = trunk.slice(0, 98);
    const nodes = [new Node(older), new Node(older), new Node(older)];
    const [first, second] = nodes as [Node, Node];
    const { chain, clock, poll } = await follow(...nodes);
    for (const node of nodes) node.chain = trunk;
    await poll();
    first.chain = [...trunk.slice(0, 99), ...fork];
    await poll();
    await clock.advance(10 * CONFIRM_MS);
    assert.equal(await poll(), 100);
    assert.equal(chain.latest?.hash, trunk.at(-1)?.hash);
    assert.deepEqual(first.position, { head: 104, fork: 99, usable: 99 });
    assert.deepEqual(second.position, { head: 100, fork: 100, usable: 100 });
    assert.equal(first.isTrusted, true);
  });

  it('counts only healthy upstreams', async () => {
    const [first, second, third] = [new Node(trunk), new Node(trunk), new Node(trunk)];
    const { poll } = await follow(first, second, third);
    second.isServing = false;
    third.isServing = false;
    first.chain = [...trunk, ...next];
    assert.equal(await poll(), 101);
  });
});

describe('the head goes back', () => {
  it('to an older block that all upstreams have gone back to', async () => {
    const nodes = [new Node(trunk), new Node(trunk), new Node(trunk)];
    const { chain, poll } = await follow(...nodes);
    const blocksAfter = blocks(101, 3, 'a', trunk.at(-1));
    for (const node of nodes) node.chain = [...trunk, ...blocksAfter];
    assert.equal(await poll(), 103);
    const changes: unknown[] = [];
    chain.subscribe(
      ({ head, dropped, isKnown }) =>
        void changes.push([head.number, dropped.map(({ number }) => number), isKnown]),
    );
    for (const node of nodes) node.chain = [...trunk, ...blocksAfter.slice(0, 1)];
    await poll();
    assert.equal(await poll(), 101);
    assert.deepEqual(changes, [[101, [103, 102], true]]);
    // The new branch begins there.
    for (const node of nodes) {
      node.chain = [...node.chain, ...blocks(102, 1, 'c', node.chain.at(-1))];
    }
    assert.equal(await poll(), 102);
  });

  it('to a shorter branch as soon as most upstreams are on it', async () => {
    const nodes = [new Node(trunk), new Node(trunk), new Node(trunk)];
    const { chain, poll } = await follow(...nodes);
    const longer = [...trunk, ...blocks(101, 3, 'a', trunk.at(-1))];
    for (const node of nodes) node.chain = longer;
    await poll();
    const shorter = [...trunk, ...blocks(101, 1, 'b', trunk.at(-1))];
    for (const node of nodes.slice(1)) node.chain = shorter;
    assert.equal(await poll(), 101);
    assert.equal(chain.latest?.hash, shorter.at(-1)?.hash);
  });

  it('not because upstreams lag, or do not respond', async () => {
    const leader = new Node(trunk);
    const { clock, poll } = await follow(leader, new Node(trunk), new Node(trunk));
    leader.chain = [...trunk, ...blocks(101, 1, 'a', trunk.at(-1))];
    await poll();
    await clock.advance(CONFIRM_MS);
    assert.equal(await poll(), 101);
    leader.send = () => Promise.reject(new Error('gone'));
    for (let n = 0; n < 5; n++) assert.equal(await poll(), 101);
  });

  it('not because most upstreams have stopped at one block, however old that is', async () => {
    const healthy = new Node(trunk);
    const nodes = [new Node(trunk), new Node(trunk), healthy];
    const { clock, poll } = await follow(...nodes);
    let last = Number(await poll());
    const follows = async (chain: readonly Block[]) => {
      healthy.chain = chain;
      await poll();
      await clock.advance(CONFIRM_MS);
      const head = Number(await poll());
      assert.ok(head >= last, `it went back from ${last} to ${head}`);
      last = head;
      return head;
    };
    let chain: readonly Block[] = trunk;
    for (let n = 0; n < 8; n++) {
      chain = [...chain, ...blocks(Number(chain.at(-1)?.number) + 1, 40, 'a', chain.at(-1))];
      assert.equal(await follows(chain), Number(chain.at(-1)?.number));
    }
    // Nor when the healthy one fails for a moment.
    const { send } = healthy;
    healthy.send = () => Promise.reject(new Error('gone'));
    assert.equal(await poll(), last);
    healthy.send = (call) => send.call(healthy, call);
    assert.equal(await poll(), last);
  });

  it('to a lower chain that most upstreams have begun', async () => {
    const long = blocks(1, 400, 'a');
    const nodes = [new Node(long), new Node(long), new Node(long)];
    const { poll } = await follow(...nodes);
    assert.equal(await poll(), 400);
    for (const node of nodes.slice(1)) node.chain = blocks(0, 31, 'b');
    await poll();
    assert.equal(await poll(), 30);
  });

  it('not because a node behind a load balancer lags', async () => {
    const node = new Node(trunk);
    const { poll } = await follow(node);
    const full = [...trunk, ...blocks(101, 1, 'a', trunk.at(-1))];
    node.chain = full;
    await poll();
    node.chain = trunk;
    // Another node behind the same address has the block.
    node.byNumber = () => ({ result: JSON.stringify(full.at(-1)) });
    for (let n = 0; n < 5; n++) assert.equal(await poll(), 101);
  });
});

it('goes back although the upstream still has the blocks that it gave up', async () => {
  const node = new Node(trunk);
  const { poll } = await follow(node);
  const full = [...trunk, ...blocks(101, 3, 'a', trunk.at(-1))];
  node.chain = full;
  await poll();
  node.chain = full.slice(0, 101);
  node.byHash = () => ({ result: JSON.stringify(full.at(-1)) });
  await poll();
  assert.equal(await poll(), 101);
});

describe('at the start', () => {
  it('heads that are a few blocks apart are linked, and an invented one is ignored', async () => {
    const nodes = [
      new Node(trunk.slice(0, 97)),
      new Node(trunk),
      new Node(blocks(1_000_000, 3, 'b')),
    ];
    const { chain, clock, poll } = await follow(...nodes);
    assert.equal(chain.latest?.number, 100);
    await clock.advance(100 * CONFIRM_MS);
    assert.equal(await poll(), 100);
    for (const node of nodes.slice(0, 2)) {
      node.chain = [...trunk, ...blocks(101, 2, 'a', trunk.at(-1))];
    }
    assert.equal(await poll(), 102);
  });

  it('the lower of two unlinked heads is chosen', async () => {
    const { chain } = await follow(new Node(blocks(1_000_000, 3, 'b')), new Node(trunk));
    assert.equal(chain.latest?.number, 100);
  });
});

it('does not follow unlinked blocks while most upstreams are away, until the chain is abandoned', async () => {
  const nodes = [new Node(trunk), new Node(trunk), new Node(trunk)];
  const { clock, poll } = await follow(...nodes);
  const [first, second, third] = nodes as [Node, Node, Node];
  const { send } = first;
  for (const node of [first, second]) node.send = () => Promise.reject(new Error('gone'));
  third.chain = blocks(1_000_000, 80, 'b');
  assert.equal(await poll(), 100);
  for (const node of [first, second]) node.send = (call) => send.call(node, call);
  assert.equal(await poll(), 100);
  // After a long time without any upstream on the chain, the remaining one decides.
  for (const node of [first, second]) node.send = () => Promise.reject(new Error('gone'));
  assert.equal(await poll(), 100);
  await clock.advance(30 * CONFIRM_MS);
  assert.equal(await poll(), 1_000_079);
});

it('does not use the results of an upstream above the block at which it left the chain, however old that is', async () => {
  const older = trunk.slice(0, 98);
  const nodes = [new Node(older), new Node(older), new Node(older)];
  const { poll } = await follow(...nodes);
  const [stuck, ...others] = nodes as [Node, Node, Node];
  stuck.chain = [...older, ...blocks(99, 1, 'b', older.at(-1))];
  for (const node of others) node.chain = trunk;
  await poll();
  assert.deepEqual(stuck.position, { head: 99, fork: 98, usable: 98 });
  let chain: readonly Block[] = trunk;
  for (let n = 0; n < 3; n++) {
    chain = [...chain, ...blocks(Number(chain.at(-1)?.number) + 1, 60, 'a', chain.at(-1))];
    for (const node of others) node.chain = chain;
    await poll();
  }
  assert.deepEqual(stuck.position, { head: 99, fork: 98, usable: 98 });
});

it('catches up with a chain that is faster than its polls', async () => {
  const node = new Node(trunk);
  const { poll } = await follow(node);
  let chain: readonly Block[] = trunk;
  for (let n = 0; n < 5; n++) {
    chain = [...chain, ...blocks(Number(chain.at(-1)?.number) + 1, 50, 'a', chain.at(-1))];
    node.chain = chain;
    assert.equal(await poll(), Number(chain.at(-1)?.number));
  }
});

describe('a head from the future', () => {
  const future = () => blocks(101, 1, 'a', trunk.at(-1), Date.UTC(2026, 0, 1) / 1000 + 61);

  it('is refused from a single upstream', async () => {
    const node = new Node(trunk);
    const { poll } = await follow(node);
    node.chain = [...trunk, ...future()];
    assert.equal(await poll(), 100);
    assert.match(node.refused ?? '', /more than a minute in the future/);
    assert.equal(node.isTrusted, true);
  });

  it('is accepted from a development node, which mines faster than time passes', async () => {
    const node = new Node(trunk);
    node.version = 'anvil/v1.7.1';
    const { poll } = await follow(node);
    node.chain = [...trunk, ...future()];
    assert.equal(await poll(), 101);
  });

  it('never becomes the head by waiting, only by a majority', async () => {
    const nodes = [new Node(trunk), new Node(trunk), new Node(trunk)];
    const { clock, poll } = await follow(...nodes);
    const [first, second] = nodes as [Node, Node];
    first.chain = [...trunk, ...blocks(101, 1, 'a', trunk.at(-1), Date.UTC(2027, 0, 1) / 1000)];
    await poll();
    await clock.advance(10 * CONFIRM_MS);
    assert.equal(await poll(), 100);
    second.chain = first.chain;
    assert.equal(await poll(), 101);
  });
});

for (const [finalityBlocks, final] of [
  [12, 88],
  [0, 100],
]) {
  it(`takes blocks ${finalityBlocks} below the head as final if the network says so`, async () => {
    const chain = new HeadChain();
    const tracker = new HeadTracker({
      chain,
      upstreams: [new Node(trunk, 3)],
      clock: new ManualClock(),
      pollMs: 1e9,
      blockMs: 2 * CONFIRM_MS,
      isPublic: false,
      finalityBlocks,
      isServed: () => true,
    });
    await tracker.start();
    assert.deepEqual([chain.safe, chain.finalized], [final, final]);
  });
}

it('calls no upstream of a withdrawn network', async () => {
  const node = new Node(trunk);
  let calls = 0;
  const { send } = node;
  node.send = async (call) => {
    calls += 1;
    return await send.call(node, call);
  };
  const clock = new ManualClock();
  let isServed = true;
  const times = { pollMs: 1_000, blockMs: 1_000 };
  const tracker = new HeadTracker({
    chain: new HeadChain(),
    upstreams: [node],
    clock,
    ...times,
    isPublic: true,
    finalityBlocks: undefined,
    isServed: () => isServed,
  });
  await tracker.start();
  await clock.advance(1_000);
  const before = calls;
  assert.ok(before > 0);
  isServed = false;
  await clock.advance(10_000);
  assert.equal(calls, before);
  tracker.stop();
});
