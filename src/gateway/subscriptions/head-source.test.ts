import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { HeadChange } from '../heads/chain-heads.ts';
import { rpcErrors } from '../rpc/rpc-errors.ts';
import { headSource } from './head-source.ts';
import type { MakeCall } from './subscription-source.ts';

const HASH = '0x7';
const change: HeadChange = {
  head: { number: 7, hash: HASH, parentHash: '0x6', timestamp: 0 },
  dropped: [],
  isKnown: false,
  isGap: false,
};
/** The hash of block 7 in the chain. */
let tracked = HASH;
const heads = { at: (number: number) => ({ ...change.head, number, hash: tracked }) };
const next = (call: MakeCall) => headSource(heads).next([change], call);
const returns =
  (block: unknown): MakeCall =>
  async () => ({ result: JSON.stringify(block) });

it('sends the header of a new block, without its body', async () => {
  const header = { number: '0x7', hash: HASH };
  const found = await next(returns({ ...header, transactions: ['0x1'], uncles: [] }));
  assert.deepEqual(found, [JSON.stringify(header)]);
});

it('sends nothing for a block that is no longer in the chain', async () => {
  assert.deepEqual(await next(returns({ number: '0x7', hash: '0x8' })), []);
  // The chain went back behind it.
  assert.deepEqual(await next(returns(null)), []);
});

it('has no header if the call fails', async () => {
  assert.equal(await next(async () => ({ error: rpcErrors.timeout() })), undefined);
});

it('sends nothing for a block that a reorganisation removed while the call failed (the connection was closed)', async () => {
  const found = await next(async () => {
    tracked = '0x8';
    return { error: rpcErrors.disputed('sepolia', 'upstreams have different blocks') };
  });
  assert.deepEqual(found, []);
});
