import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { eventually } from '../../test/support/eventually.ts';
import { jsonLines } from './json-lines.ts';

async function* numbers(count: number, log: string[] = []) {
  try {
    for (let n = 0; n < count; n++) yield { n };
  } finally {
    log.push('ended');
  }
}

describe('JSON lines', () => {
  for (const count of [0, 1, 99, 100, 101, 1_000]) {
    it(`contain ${count} items, one per line`, async () => {
      const lines = (await text(await jsonLines(numbers(count)))).split('\n');
      assert.equal(lines.pop(), '');
      assert.deepEqual(
        lines,
        Array.from({ length: count }, (_, n) => `{"n":${n}}`),
      );
    });
  }

  it('fail before anything is sent when the first item does', async () => {
    // biome-ignore lint/correctness/useYield: it fails before it has one
    async function* failing() {
      throw new Error('no database');
    }
    await assert.rejects(jsonLines(failing()), /no database/);
  });

  it('end the connection when a later item fails', async () => {
    async function* failing() {
      yield 1;
      throw new Error('no database');
    }
    await assert.rejects(text(await jsonLines(failing())), /no database/);
  });

  it('end their source when the reader disconnects', async () => {
    const log: string[] = [];
    const stream = await jsonLines(numbers(1_000_000, log));
    for await (const _ of stream) break;
    await eventually('the source ended', () => log.length === 1);
  });
});
