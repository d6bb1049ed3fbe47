import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SiteResult } from '../../contracts/site-request.ts';
import { SiteFetches } from './site-fetches.ts';

const request = {
  zoneId: 'zone',
  url: 'https://shop.test/a.js',
  timeoutMs: 5_000,
  maxBytes: 1_000,
};
const never = new AbortController().signal;
const script: SiteResult = { status: 200, headers: {}, body: Buffer.alloc(0) };

/** What a node learns from processes with these results, and how many of them it asks. */
async function asked(results: readonly SiteResult[]): Promise<[SiteResult, number]> {
  let count = 0;
  const fetches: SiteFetches = new SiteFetches(({ id }, nth) => {
    const result = results[nth];
    if (result === undefined) return false;
    count += 1;
    queueMicrotask(() => fetches.receive({ type: 'fetched', id, result }));
    return true;
  });
  return [await fetches.fetch(request, never), count];
}

describe('a request of the node to its sites', () => {
  const rows: readonly [results: readonly SiteResult[], result: SiteResult, asked: number][] = [
    [[], 'not-served', 0],
    [[script, 'unseen'], script, 1],
    [['unseen', script], script, 2],
    [['unseen', 'unseen'], 'unseen', 2],
    [['unseen', 'failed', script], 'failed', 2],
    [['not-served', script], 'not-served', 1],
  ];
  for (const [results, result, count] of rows) {
    const named = results.map((each) => (typeof each === 'string' ? each : 'a script'));
    it(`asks one process after the other until one has served the script: ${named.join(', ')}`, async () => {
      assert.deepEqual(await asked(results), [result, count]);
    });
  }
});
