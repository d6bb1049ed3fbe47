import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { HeadChange } from '../heads/chain-heads.ts';
import { rpcErrors } from '../rpc/rpc-errors.ts';
import { logSource } from './log-source.ts';
import type { MakeCall, SharedMemory, SubscriptionSource } from './subscription-source.ts';

const block = (number: number) => ({
  number,
  hash: `0x${number}`,
  parentHash: `0x${number - 1}`,
  timestamp: 0,
});

/** One log for each block of the range, of about a hundred characters. */
const call: MakeCall = async ({ params: [filter] }) => {
  const { fromBlock, toBlock } = filter as { fromBlock: string; toBlock: string };
  const logs = Array.from({ length: Number(toBlock) - Number(fromBlock) + 1 }, (_, n) => ({
    blockHash: `0x${Number(fromBlock) + n}`,
    data: 'x'.repeat(70),
  }));
  return { result: JSON.stringify(logs) };
};

/** The chain up to a block. Each block has the number as its hash. */
const chainTo = (latest: number) => ({
  oldest: 0,
  at: (number: number) => (number <= latest ? block(number) : undefined),
});
const endless = chainTo(Number.POSITIVE_INFINITY);

function source(memory: SharedMemory, heads = endless): SubscriptionSource {
  const made = logSource(memory, heads, {});
  return 'error' in made ? assert.fail() : made;
}

const added = (number: number, ...dropped: number[]): HeadChange => ({
  head: block(number),
  dropped: dropped.map(block),
  isKnown: false,
  isGap: false,
});

it('sends the logs of dropped blocks again as removed', async () => {
  const memory = { maxBytes: 1_000, bytes: 0 };
  const logs = source(memory);
  await logs.next([added(1)], call);
  const texts = await logs.next([added(2, 1)], call);
  assert.deepEqual(
    texts?.map((text) => JSON.parse(text)).map(({ blockHash, removed }) => [blockHash, removed]),
    [
      ['0x1', true],
      ['0x2', undefined],
    ],
  );
});

it('keeps logs up to the memory limit that all subscribers share', async () => {
  const memory = { maxBytes: 1_000, bytes: 0 };
  const [one, other] = [source(memory), source(memory)];
  for (let n = 1; n <= 50; n++) {
    await one.next([added(n)], call);
    await other.next([added(n)], call);
    assert.ok(memory.bytes <= 1_000, `${memory.bytes}`);
  }
  assert.ok(memory.bytes > 500);
  one.close?.();
  other.close?.();
  assert.equal(memory.bytes, 0);
  await one.next([added(51)], call);
  assert.equal(memory.bytes, 0);
});

it('fetches the logs of consecutive blocks with one call, and none of blocks that were dropped again', async () => {
  const ranges: unknown[] = [];
  const counting: MakeCall = async (made) => {
    const [{ fromBlock, toBlock }] = made.params as [{ fromBlock: string; toBlock: string }];
    ranges.push([Number(fromBlock), Number(toBlock)]);
    return await call(made);
  };
  let heads = chainTo(1);
  const following = { oldest: 0, at: (number: number) => heads.at(number) };
  const logs = source({ maxBytes: 10_000, bytes: 0 }, following);
  const wentBack = { head: block(1), dropped: [block(3), block(2)], isKnown: true, isGap: false };
  const texts = await logs.next([added(1), added(2), added(3), wentBack], counting);
  heads = endless;
  await logs.next([added(2), added(3), added(4)], counting);
  assert.deepEqual(ranges, [
    [1, 1],
    [2, 4],
  ]);
  assert.deepEqual(
    texts
      ?.map((text) => JSON.parse(text))
      .map(({ blockHash, removed = false }) => [blockHash, removed]),
    [['0x1', false]],
  );
});

it('repeats changes after a call that failed', async () => {
  const logs = source({ maxBytes: 10_000, bytes: 0 });
  await logs.next([added(1)], call);
  const fails: MakeCall = async () => ({ error: { code: -32603, message: 'gone' } });
  assert.equal(await logs.next([added(2, 1)], fails), undefined);
  assert.equal((await logs.next([added(2, 1)], call))?.length, 2);
});

it('goes on without blocks that were dropped while their logs were fetched', async () => {
  let latest = 5;
  const heads = { oldest: 0, at: (number: number) => chainTo(latest).at(number) };
  const logs = source({ maxBytes: 10_000, bytes: 0 }, heads);
  const beyond: MakeCall = async (made) => {
    const [{ toBlock }] = made.params as [{ toBlock: string }];
    latest = 4;
    if (Number(toBlock) <= latest) return await call(made);
    return { error: { code: -32602, message: 'beyond the newest block' } };
  };
  const texts = await logs.next([added(3), added(4), added(5)], beyond);
  assert.deepEqual(
    texts?.map((text) => JSON.parse(text).blockHash),
    ['0x3', '0x4'],
  );
});

it('fetches fewer blocks at once if the range is too long', async () => {
  const logs = source({ maxBytes: 10_000, bytes: 0 });
  const limited: MakeCall = async (made) => {
    const [{ fromBlock, toBlock }] = made.params as [{ fromBlock: string; toBlock: string }];
    const isTooLong = Number(toBlock) - Number(fromBlock) >= 2;
    return isTooLong ? { error: rpcErrors.range(2, 5) } : await call(made);
  };
  const changes = Array.from({ length: 7 }, (_, n) => added(n + 1));
  assert.equal((await logs.next(changes, limited))?.length, 7);
});

it('has no changes across a gap in the chain', async () => {
  const logs = source({ maxBytes: 10_000, bytes: 0 });
  assert.equal(await logs.next([{ ...added(90), isGap: true }], call), undefined);
});

it('leaves out blocks beside the range of the filter', async () => {
  const made = logSource({ maxBytes: 10_000, bytes: 0 }, endless, {
    fromBlock: '0x2',
    toBlock: '0x3',
  });
  if ('error' in made) assert.fail();
  const texts = await made.next([added(1), added(2), added(3), added(4)], call);
  assert.deepEqual(
    texts?.map((text) => JSON.parse(text).blockHash),
    ['0x2', '0x3'],
  );
});
