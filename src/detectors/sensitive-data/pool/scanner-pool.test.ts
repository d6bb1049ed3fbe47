import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { ScannerPool, type ScannerPoolOptions } from './scanner-pool.ts';

const thread = new URL('./fixtures/odd-thread.ts', import.meta.url);
const job = (text: string, contentType = 'text/plain') => ({
  bytes: new TextEncoder().encode(text),
  contentType,
});

async function withPool(
  options: ScannerPoolOptions,
  use: (pool: ScannerPool) => Promise<void>,
): Promise<void> {
  const pool = new ScannerPool(options);
  try {
    await use(pool);
  } finally {
    await pool.close();
  }
}

describe('scanner pool', () => {
  it('scans bodies in a thread that starts with the first one', () =>
    withPool({}, async (pool) => {
      assert.equal(pool.stats.threads, 0);
      const body = gzipSync('{"card":\n"4111 1111 1111 1111"}');
      const result = await pool.submit({
        bytes: body,
        contentType: 'application/json',
        encoding: 'gzip',
      });
      assert.equal(result?.scannedBytes, 31);
      assert.deepEqual(
        result?.reports.map(({ ref, count, places }) => [ref, count, places]),
        [['payment-card-number', 1, [{ offset: 10, line: 2, column: 2, excerpt: '41******11' }]]],
      );
      assert.equal(pool.stats.threads, 1);
      assert.equal(pool.stats.finished, 1);
    }));

  it('looks at text only', () =>
    withPool({}, async (pool) => {
      const image = await pool.submit(job('card 4111 1111 1111 1111', 'image/png'));
      assert.deepEqual(image, { reports: [], scannedBytes: 0 });
    }));

  it('drops what does not fit into the queue', () =>
    withPool({ thread, maxQueued: 3, maxQueuedBytes: 10 }, async (pool) => {
      const first = pool.submit(job('01234567'));
      assert.equal(pool.submit(job('012')), undefined);
      const others = [pool.submit(job('01')), pool.submit(job(''))];
      assert.equal(pool.submit(job('')), undefined);
      assert.equal(pool.stats.queuedBytes, 10);
      assert.deepEqual(
        (await Promise.all([first, ...others])).map((result) => result?.scannedBytes),
        [8, 2, 0],
      );
      const { accepted, finished, dropped, queued: left, queuedBytes } = pool.stats;
      assert.deepEqual(
        { accepted, finished, dropped, left, queuedBytes },
        { accepted: 3, finished: 3, dropped: 2, left: 0, queuedBytes: 0 },
      );
    }));

  it('answers each body of a batch with its own findings, in more than one batch', () =>
    withPool({}, async (pool) => {
      const texts = Array.from({ length: 600 }, (_, n) =>
        n % 3 === 0 ? `card ${'x'.repeat(n)} 4111 1111 1111 1111` : 'x'.repeat(n),
      );
      const results = await Promise.all(texts.map((text) => pool.submit(job(text))));
      assert.deepEqual(
        results.map((result) => [result?.scannedBytes, result?.reports.length]),
        texts.map((text, n) => [text.length, n % 3 === 0 ? 1 : 0]),
      );
    }));

  for (const how of ['die', 'throw', 'hang']) {
    it(`goes on with a new thread after one that did ${how}`, () =>
      withPool({ thread, timeoutMs: how === 'hang' ? 300 : 10_000 }, async (pool) => {
        const bad = pool.submit(job('', how));
        const good = pool.submit(job('abc'));
        await assert.rejects(async () => bad, /ended before/);
        assert.equal((await good)?.scannedBytes, 3);
        // Once with the other body, once alone.
        assert.equal(pool.stats.died, 2);
        assert.equal(pool.stats.failed, 1);
      }));
  }

  it('keeps a thread that reports a problem', () =>
    withPool({ thread }, async (pool) => {
      await assert.rejects(async () => pool.submit(job('', 'problem')), /RangeError/);
      assert.equal((await pool.submit(job('abc')))?.scannedBytes, 3);
      assert.equal(pool.stats.died, 0);
    }));

  it('ends a thread that has nothing to do', () =>
    withPool({ thread, idleMs: 20 }, async (pool) => {
      await pool.submit(job('a'));
      while (pool.stats.threads > 0) await wait(5);
      assert.equal((await pool.submit(job('abc')))?.scannedBytes, 3);
      assert.equal(pool.stats.died, 0);
    }));

  it('rejects what waits and takes nothing more when it is closed', async () => {
    const pool = new ScannerPool({ thread });
    const running = pool.submit(job('', 'hang'));
    while (pool.stats.threads === 0) await wait(1);
    const waiting = pool.submit(job('abc'));
    const ends = Promise.all([
      assert.rejects(async () => running, /ended before/),
      assert.rejects(async () => waiting, /closed/),
    ]);
    await pool.close();
    await ends;
    assert.equal(pool.submit(job('a')), undefined);
    assert.equal(pool.stats.threads, 0);
  });
});
