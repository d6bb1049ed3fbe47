import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemClock } from '../../kernel/clock.ts';
import { blockOf, word } from '../fixtures/blocks.ts';
import type { BlockRef } from '../heads/chain-heads.ts';
import { HeadChain } from '../heads/head-chain.ts';
import { UpstreamFault } from '../upstreams/upstream.ts';
import { UpstreamNode } from '../upstreams/upstream-node.ts';
import { OlderBlocks } from './older-blocks.ts';

const [a, b] = [blockOf('a'), blockOf('b')];
const ref = (number: number, hash: string): BlockRef => ({
  number,
  hash,
  parentHash: word('0'),
  timestamp: 0,
});

/** Upstreams by the block that they have; undefined: they do not respond. */
async function upstreams(...blocks: readonly (object | undefined)[]) {
  const heads = new HeadChain();
  heads.follow([ref(1_000, word('8'))]);
  const called: string[] = [];
  const nodes = blocks.map((block, n) => {
    const node = new UpstreamNode({
      name: `node-${n + 1}`,
      chainId: 1,
      rateLimit: undefined,
      clock: systemClock,
      pauseMs: 1_000,
      distrustMs: 1_000,
      onEvent: () => {},
      onCall: () => {},
      onHead: () => {},
      async send({ method }) {
        if (method === 'eth_chainId') return { result: '"0x1"' };
        called.push(node.name);
        if (!block) throw new UpstreamFault('unreachable', 'gone');
        return { result: JSON.stringify(block) };
      },
    });
    return node;
  });
  const { signal } = new AbortController();
  await Promise.all(
    nodes.map(async (node) => {
      await node.send({ method: 'eth_chainId', params: [] }, signal);
      node.positionAt({ head: 1_000, fork: 1_000, usable: 1_000 });
    }),
  );
  const older = new OlderBlocks({
    heads,
    upstreams: nodes,
    poll: async () => true,
    random: () => 0,
  });
  const compare = (hash: string) =>
    older.compare(new Map([[5, hash]]), {
      upstream: nodes[0] as UpstreamNode,
      signal,
      budget: undefined,
    });
  return { heads, nodes, called, compare };
}

const untrue = { kind: 'untrue' };

describe('a result about an older block', () => {
  it('is compared with the header from another upstream', async () => {
    const { compare, called } = await upstreams(a, a);
    await compare(a.hash);
    await assert.rejects(compare(b.hash), untrue);
    assert.deepEqual(called, ['node-2', 'node-2', 'node-1']);
  });

  it('is compared with the header of the upstream itself if there is no other', async () => {
    const alone = await upstreams(a, undefined);
    await alone.compare(a.hash);
    await assert.rejects(alone.compare(b.hash), untrue);
    const silent = await upstreams(undefined);
    await silent.compare(b.hash);
  });

  it('is false if two upstreams have another block', async () => {
    const { compare } = await upstreams(b, a, a);
    await assert.rejects(compare(b.hash), untrue);
  });

  it('is true if two upstreams have the block, and the third is left out', async () => {
    const { compare, nodes } = await upstreams(b, a, b);
    await compare(b.hash);
    assert.deepEqual(
      nodes.map(({ isUsable }) => isUsable),
      [true, false, true],
    );
  });

  it('cannot be decided between two upstreams', async () => {
    const { compare } = await upstreams(b, a);
    await assert.rejects(compare(b.hash), { kind: 'disputed' });
  });

  it('uses cached headers until the chain is reorganised', async () => {
    const { compare, heads, called } = await upstreams(a, a);
    await compare(a.hash);
    await compare(a.hash);
    assert.equal(called.length, 1);
    heads.follow([ref(1_000, word('9'))]);
    await compare(a.hash);
    assert.equal(called.length, 2);
  });
});
