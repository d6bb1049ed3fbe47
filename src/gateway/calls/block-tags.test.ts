import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rpcMethods } from '../../catalogs/rpc-methods/rpc-methods.ts';
import { HeadChain } from '../heads/head-chain.ts';
import type { RpcCall } from '../rpc/rpc-call.ts';
import { blockTags, quantity } from './block-tags.ts';

const LATEST = 10_000;
const heads = new HeadChain();
heads.follow([{ number: LATEST, hash: '0x1', parentHash: '0x0', timestamp: 0 }]);

async function range(method: string, fromBlock: string, toBlock: string) {
  const forwarded: RpcCall[] = [];
  const handle = blockTags(
    heads,
    () => true,
    (call) => {
      forwarded.push(call);
      return { result: '[]' };
    },
  );
  const call = { method, params: [{ fromBlock, toBlock }] };
  const outcome = await handle(call, {
    method: rpcMethods.get(method) ?? assert.fail(),
    client: { seenBlock: 0 },
    signal: new AbortController().signal,
    charge() {},
  });
  return 'error' in outcome ? outcome.error.code : forwarded.map(({ params }) => params[0]);
}

describe('the range of a filter', () => {
  for (const method of ['eth_getLogs', 'trace_filter']) {
    const cases: readonly (readonly [from: string, to: string, outcome: unknown])[] = [
      [quantity(LATEST - 799), 'latest', 'forwarded'],
      [quantity(LATEST - 800), 'latest', -32047],
      [quantity(LATEST - 798), 'pending', 'forwarded'],
      [quantity(LATEST - 799), 'pending', -32047],
      ['0x0', 'pending', -32047],
      ['pending', 'pending', 'forwarded'],
      ['pending', 'latest', -32602],
      ['0x0', `0x${'f'.repeat(16)}`, -32602],
      [quantity(LATEST + 1), quantity(LATEST + 5), -32602],
      [quantity(LATEST), quantity(LATEST + 5), -32602],
      // No upstream has reported a final block.
      ['0x0', 'finalized', -32602],
    ];
    for (const [from, to, expected] of cases) {
      it(`of ${method} from ${from} to ${to} needs a known length of at most 800 blocks`, async () => {
        const outcome = await range(method, from, to);
        if (expected === 'forwarded') assert.ok(Array.isArray(outcome), `${outcome}`);
        else assert.equal(outcome, expected);
      });
    }
  }
});
