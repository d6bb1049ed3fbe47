import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { eventually } from '../../../../test/support/eventually.ts';
import type { RuleReport } from '../describe-findings.ts';
import type { BodyType, ScanJob } from './scan-job.ts';
import { ThreadedScanner, type ThreadedScannerOptions } from './threaded-scanner.ts';

const thread = new URL('./fixtures/odd-thread.ts', import.meta.url);

function jobOf(bytes: Buffer, type: BodyType): ScanJob {
  // Responses arrive in pieces.
  const middle = Math.floor(bytes.length / 2);
  const chunks = [bytes.subarray(0, middle), bytes.subarray(middle)];
  return { ...type, chunks, length: bytes.length };
}

const job = (text: string, contentType = 'text/plain') => jobOf(Buffer.from(text), { contentType });

const unexpected = () => assert.fail();

/** Runs `use` with a scanner and its reported failures. */
async function withScanner(
  options: Omit<ThreadedScannerOptions, 'onFailure'>,
  use: (scanner: ThreadedScanner, failures: readonly string[]) => Promise<void>,
): Promise<void> {
  const failures: string[] = [];
  const scanner = new ThreadedScanner({
    ...options,
    onFailure: ({ message }) => failures.push(message),
  });
  try {
    await use(scanner, failures);
  } finally {
    await scanner.close();
  }
}

/** The results of jobs; undefined for dropped ones. */
async function scanAll(scanner: ThreadedScanner, jobs: readonly ScanJob[]) {
  const results: (readonly RuleReport[] | undefined)[] = jobs.map(() => []);
  for (const [n, each] of jobs.entries()) {
    const isAccepted = scanner.submit(each, (reports) => {
      results[n] = reports;
    });
    if (!isAccepted) results[n] = undefined;
  }
  await scanner.idle();
  return results;
}

/** The test thread reports only lengths. */
async function lengths(scanner: ThreadedScanner, jobs: readonly ScanJob[]) {
  const results = await scanAll(scanner, jobs);
  return results.map((reports) => reports?.map(({ count }) => count));
}

describe('threaded scanner', () => {
  it('scans bodies in a thread that starts with the first one', () =>
    withScanner({}, async (scanner) => {
      assert.equal(scanner.stats.isRunning, false);
      const body = gzipSync('{"card":\n"4111 1111 1111 1111"}');
      const type = { contentType: 'application/json', encoding: 'gzip' };
      const [reports] = await scanAll(scanner, [jobOf(body, type)]);
      assert.deepEqual(
        reports?.map(({ ref, count, positions }) => [ref, count, positions]),
        [['payment-card-number', 1, [{ offset: 10, line: 2, column: 2, excerpt: '41******11' }]]],
      );
      assert.equal(scanner.stats.isRunning, true);
      assert.equal(scanner.stats.finished, 1);
    }));

  it('scans text only', () =>
    withScanner({}, async (scanner) => {
      const card = 'card 4111 1111 1111 1111';
      const [image, text] = await scanAll(scanner, [job(card, 'image/png'), job(card)]);
      assert.deepEqual([image?.length, text?.length], [0, 1]);
    }));

  it('drops bodies that do not fit into the shared memory', () =>
    // An empty type takes one byte.
    withScanner({ thread, maxQueued: 3, maxQueuedBytes: 13 }, async (scanner) => {
      const texts = ['01234567', '0123', '01', '', ''];
      const scanning = lengths(
        scanner,
        texts.map((text) => job(text, '')),
      );
      assert.equal(scanner.stats.queued, 3);
      assert.deepEqual(await scanning, [[8], undefined, [2], [0], undefined]);
      const { accepted, finished, dropped, queued: left } = scanner.stats;
      assert.deepEqual(
        { accepted, finished, dropped, left },
        { accepted: 3, finished: 3, dropped: 2, left: 0 },
      );
    }));

  it('returns the findings of each body', () =>
    withScanner({}, async (scanner) => {
      const texts = Array.from({ length: 600 }, (_, n) =>
        n % 3 === 0 ? `card ${'x'.repeat(n)} 4111 1111 1111 1111` : 'x'.repeat(n),
      );
      const results = await scanAll(
        scanner,
        texts.map((text, n) => job(text, `text/kind-${n % 5}`)),
      );
      assert.deepEqual(
        results.map((reports) => reports?.map(({ positions }) => positions[0]?.column)),
        texts.map((text, n) => (n % 3 === 0 ? [text.length - 18] : [])),
      );
      assert.equal(scanner.stats.finished, 600);
    }));

  for (const [how, why] of [
    ['die', 'no error'],
    ['throw', 'Error'],
    ['hang', 'no error'],
  ] as const) {
    it(`goes on with a new thread after one that did ${how}`, (test) => {
      test.mock.timers.enable({ apis: ['setInterval'] });
      return withScanner({ thread, timeoutMs: 1_000, restartMs: 1 }, async (scanner, failures) => {
        // One that is terminated while it starts is no failure: it is started again.
        assert.deepEqual(await lengths(scanner, [job('ab')]), [[2]]);
        const scanning = lengths(scanner, [job('', how), job('abc')]);
        await eventually('the thread has ended', () => {
          if (scanner.stats.died > 0) return true;
          // A thread that hangs is looked at twice, and has made no progress.
          if (how === 'hang') test.mock.timers.tick(2_000);
          return false;
        });
        assert.deepEqual(await scanning, [[], [3]]);
        assert.deepEqual(failures, [`the scanner thread ended during a scan: ${why}`]);
        assert.equal(scanner.stats.died, 1);
        assert.deepEqual([scanner.stats.failed, scanner.stats.finished], [1, 2]);
      });
    });
  }

  it('keeps a thread that reports a problem', () =>
    withScanner({ thread }, async (scanner, failures) => {
      assert.deepEqual(await lengths(scanner, [job('', 'problem'), job('abc')]), [[], [3]]);
      assert.deepEqual(failures, ['the scanner failed: RangeError']);
      assert.deepEqual(
        [scanner.stats.failed, scanner.stats.finished, scanner.stats.died],
        [1, 1, 0],
      );
    }));

  it('survives a callback that throws', () =>
    withScanner({ thread }, async (scanner, failures) => {
      scanner.submit(job('a'), () => assert.fail('callback failed'));
      assert.deepEqual(await lengths(scanner, [job('abc')]), [[3]]);
      assert.deepEqual(failures, ['callback failed']);
    }));

  it('ends an idle thread', () =>
    withScanner({ thread, idleMs: 20 }, async (scanner) => {
      await lengths(scanner, [job('a')]);
      await eventually('the thread has ended', () => !scanner.stats.isRunning);
      assert.deepEqual(await lengths(scanner, [job('abc')]), [[3]]);
      assert.equal(scanner.stats.died, 0);
    }));

  for (const [what, url] of [
    ['cannot be loaded', 'https://a.test/no-thread.ts'],
    ['cannot start', 'data:text/javascript,throw new TypeError()'],
  ] as const) {
    it(`fails a body with a thread that ${what}, and retries the next one after a pause`, () =>
      withScanner({ thread: new URL(url), restartMs: 60_000 }, async (scanner, failures) => {
        for (const text of ['a', 'b', 'c']) scanner.submit(job(text), unexpected);
        await eventually('one has failed', () => failures.length > 0);
        assert.equal(scanner.stats.queued, 2);
      }));

    it(`fails all bodies with a thread that ${what}`, () =>
      withScanner({ thread: new URL(url), restartMs: 1 }, async (scanner, failures) => {
        for (const text of ['a', 'b', 'c']) scanner.submit(job(text), unexpected);
        await scanner.idle();
        assert.equal(failures.length, 3);
      }));
  }

  it('is idle when it is closed while bodies accumulate', () =>
    withScanner({ thread }, async (scanner) => {
      scanner.submit(job('a'), unexpected);
      const idle = scanner.idle();
      await scanner.close();
      await idle;
    }));

  it('fails waiting bodies and accepts no more when it is closed', () =>
    withScanner({ thread }, async (scanner, failures) => {
      scanner.submit(job('', 'hang'), unexpected);
      scanner.submit(job('abc'), unexpected);
      await scanner.close();
      await scanner.idle();
      assert.deepEqual(failures, ['the scanner was closed', 'the scanner was closed']);
      assert.equal(scanner.submit(job('a'), unexpected), false);
      assert.equal(scanner.stats.isRunning, false);
    }));
});
