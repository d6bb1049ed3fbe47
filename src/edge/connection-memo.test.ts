import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { collectGarbage } from '../../test/support/collect-garbage.ts';
import { ConnectionMemo } from './connection-memo.ts';

const CONNECTIONS = 500;
const HEAD_BYTES = 30_000;

describe('the values cached per connection', () => {
  it('take little memory, however long the head of the request was', async () => {
    await collectGarbage();
    const before = process.memoryUsage().heapUsed;
    const memos = Array.from({ length: CONNECTIONS }, (_, n) => {
      const head = Buffer.alloc(HEAD_BYTES, `a-long-name-of-a-host-${n}.test:8080 `).toString(
        'latin1',
      );
      const memo = new ConnectionMemo();
      memo.setHost(head.slice(0, head.indexOf(' ')));
      return memo;
    });
    await collectGarbage();
    const kept = (process.memoryUsage().heapUsed - before) / CONNECTIONS;
    assert.equal(memos[7]?.host, 'a-long-name-of-a-host-7.test');
    assert.ok(kept < HEAD_BYTES / 10, `${kept} bytes each`);
  });
});
