import assert from 'node:assert/strict';
import { it } from 'node:test';
import { logSource } from './log-source.ts';
import type { SharedMemory, SubscriptionSource } from './subscription-source.ts';

const block = (number: number) => ({
  number,
  hash: `0x${number}`,
  parentHash: `0x${number - 1}`,
  timestamp: 0,
});

/** A source of one log for each block, of about a hundred characters. */
function source(memory: SharedMemory): SubscriptionSource {
  const made = logSource(
    async ({ params: [filter] }) => {
      const blockHash = `0x${Number((filter as { fromBlock: string }).fromBlock)}`;
      return { result: JSON.stringify([{ blockHash, data: 'x'.repeat(70) }]) };
    },
    memory,
    {},
  );
  return 'error' in made ? assert.fail() : made;
}

it('sends the logs of dropped blocks again as removed', async () => {
  const memory = { maxBytes: 1_000, bytes: 0 };
  const logs = source(memory);
  await logs.next(block(1), []);
  const texts = await logs.next(block(2), [block(1)]);
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
    await one.next(block(n), []);
    await other.next(block(n), []);
    assert.ok(memory.bytes <= 1_000, `${memory.bytes}`);
  }
  assert.ok(memory.bytes > 500);
  one.close?.();
  other.close?.();
  assert.equal(memory.bytes, 0);
  await one.next(block(51), []);
  assert.equal(memory.bytes, 0);
});
