import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { RuleReport } from '../describe-findings.ts';
import type { BodyType, ScanJob } from './scan-job.ts';
import { ScannerPool, type ScannerPoolOptions } from './scanner-pool.ts';

const thread = new URL('./fixtures/odd-thread.ts', import.meta.url);

function jobOf(bytes: Uint8Array, type: BodyType): ScanJob {
  // Answers come in pieces.
  const middle = Math.floor(bytes.length / 2);
  const chunks = [bytes.subarray(0, middle), bytes.subarray(middle)];
  return { ...type, chunks, length: bytes.length };
}

const job = (text: string, contentType = 'text/plain') =>
  jobOf(new TextEncoder().encode(text), { contentType });

/** Hears of nothing. */
const nobody = () => assert.fail();

/** A pool, and what it said of failures. */
async function withPool(
  options: Omit<ScannerPoolOptions, 'onFailure'>,
  use: (pool: ScannerPool, failures: readonly string[]) => Promise<void>,
): Promise<void> {
  const failures: string[] = [];
  const pool = new ScannerPool({ ...options, onFailure: ({ message }) => failures.push(message) });
  try {
    await use(pool, failures);
  } finally {
    await pool.close();
  }
}

/** What comes of jobs; undefined for those that were dropped. */
async function scanAll(pool: ScannerPool, jobs: readonly ScanJob[]) {
  const results: (readonly RuleReport[] | undefined)[] = jobs.map(() => []);
  for (const [n, each] of jobs.entries()) {
    const isAccepted = pool.submit(each, (reports) => {
      results[n] = reports;
    });
    if (!isAccepted) results[n] = undefined;
  }
  await pool.idle();
  return results;
}

/** The odd thread finds nothing but lengths. */
async function lengths(pool: ScannerPool, jobs: readonly ScanJob[]) {
  const results = await scanAll(pool, jobs);
  return results.map((reports) => reports?.map(({ count }) => count));
}

describe('scanner pool', () => {
  it('scans bodies in a thread that starts with the first one', () =>
    withPool({}, async (pool) => {
      assert.equal(pool.stats.threads, 0);
      const body = gzipSync('{"card":\n"4111 1111 1111 1111"}');
      const type = { contentType: 'application/json', encoding: 'gzip' };
      const [reports] = await scanAll(pool, [jobOf(body, type)]);
      assert.deepEqual(
        reports?.map(({ ref, count, places }) => [ref, count, places]),
        [['payment-card-number', 1, [{ offset: 10, line: 2, column: 2, excerpt: '41******11' }]]],
      );
      assert.equal(pool.stats.threads, 1);
      assert.equal(pool.stats.finished, 1);
    }));

  it('looks at text only', () =>
    withPool({}, async (pool) => {
      const card = 'card 4111 1111 1111 1111';
      const [image, text] = await scanAll(pool, [job(card, 'image/png'), job(card)]);
      assert.deepEqual([image?.length, text?.length], [0, 1]);
    }));

  it('drops what does not fit into the queue', () =>
    withPool({ thread, maxQueued: 3, maxQueuedBytes: 10 }, async (pool) => {
      const texts = ['01234567', '012', '01', '', ''];
      const scanning = lengths(
        pool,
        texts.map((text) => job(text)),
      );
      assert.equal(pool.stats.queuedBytes, 10);
      assert.deepEqual(await scanning, [[8], undefined, [2], [0], undefined]);
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
      const results = await scanAll(
        pool,
        texts.map((text, n) => job(text, `text/kind-${n % 5}`)),
      );
      assert.deepEqual(
        results.map((reports) => reports?.map(({ places }) => places[0]?.column)),
        texts.map((text, n) => (n % 3 === 0 ? [text.length - 18] : [])),
      );
      assert.equal(pool.stats.finished, 600);
    }));

  for (const how of ['die', 'throw', 'hang']) {
    it(`goes on with a new thread after one that did ${how}`, () =>
      withPool({ thread, timeoutMs: how === 'hang' ? 300 : 10_000 }, async (pool, failures) => {
        assert.deepEqual(await lengths(pool, [job('', how), job('abc')]), [[], [3]]);
        assert.deepEqual(failures, ['the scanner thread ended before it had answered']);
        // Once with the other body, once alone.
        assert.equal(pool.stats.died, 2);
        assert.deepEqual([pool.stats.failed, pool.stats.finished], [1, 1]);
      }));
  }

  it('keeps a thread that reports a problem', () =>
    withPool({ thread }, async (pool, failures) => {
      assert.deepEqual(await lengths(pool, [job('', 'problem'), job('abc')]), [[], [3]]);
      assert.deepEqual(failures, ['the scanner failed: RangeError']);
      assert.deepEqual([pool.stats.failed, pool.stats.finished, pool.stats.died], [1, 1, 0]);
    }));

  it('outlives who hears of findings', () =>
    withPool({ thread }, async (pool, failures) => {
      pool.submit(job('a'), () => assert.fail('cannot hear'));
      assert.deepEqual(await lengths(pool, [job('abc')]), [[3]]);
      assert.deepEqual(failures, ['cannot hear']);
    }));

  it('ends a thread that has nothing to do', () =>
    withPool({ thread, idleMs: 20 }, async (pool) => {
      await lengths(pool, [job('a')]);
      while (pool.stats.threads > 0) await wait(5);
      assert.deepEqual(await lengths(pool, [job('abc')]), [[3]]);
      assert.equal(pool.stats.died, 0);
    }));

  it('fails without a thread to be had, and goes on to the next', () =>
    withPool({ thread: new URL('https://a.test/no-thread.ts') }, async (pool, failures) => {
      for (const text of ['a', 'b']) {
        pool.submit(job(text), nobody);
        await pool.idle();
      }
      assert.equal(failures.length, 2);
    }));

  it('is idle when it is closed while bodies gather', () =>
    withPool({ thread }, async (pool) => {
      pool.submit(job('a'), nobody);
      const idle = pool.idle();
      await pool.close();
      await idle;
    }));

  it('gives up what waits and takes nothing more when it is closed', () =>
    withPool({ thread }, async (pool, failures) => {
      pool.submit(job('', 'hang'), nobody);
      while (pool.stats.threads === 0) await wait(1);
      pool.submit(job('abc'), nobody);
      await pool.close();
      await pool.idle();
      assert.deepEqual(failures.toSorted(), [
        'the scanner pool was closed',
        'the scanner thread ended before it had answered',
      ]);
      assert.equal(pool.submit(job('a'), nobody), false);
      assert.equal(pool.stats.threads, 0);
    }));
});
