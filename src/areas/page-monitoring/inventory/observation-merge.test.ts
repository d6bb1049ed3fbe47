import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { ResourceObservation } from '../../../contracts/events/page-observation.ts';
import { sampleScript } from '../fixtures/sample-observation.ts';
import { hasFact, type PageItem, statusOf } from './item-model.ts';
import { itemAfter, mergeObservations } from './observation-merge.ts';

const NOW = Date.UTC(2026, 0, 1);
const DAY = 24 * 3_600_000;

const observations = fc.array(
  fc
    .record({
      url: fc.constantFrom('https://a.test/1', 'https://a.test/2'),
      page: fc.integer({ min: 0, max: 30 }),
      count: fc.integer({ min: 1, max: 5 }),
      ago: fc.integer({ min: -10_000, max: DAY }),
    })
    .map(({ url, page, count, ago }) =>
      sampleScript('a'.repeat(32), {
        url,
        count,
        pageUrl: `https://www.shop.test/${page}`,
        firstSeenAt: NOW - ago,
        lastSeenAt: NOW - ago,
      }),
    ),
  { minLength: 1, maxLength: 30, size: 'max' },
);

/** The items after several batches, in their order. */
function fold(batches: readonly (readonly ResourceObservation[])[]): Map<string, PageItem> {
  const items = new Map<string, PageItem>();
  for (const sighting of batches.flatMap((batch) => mergeObservations(batch, NOW))) {
    items.set(sighting.id, itemAfter(sighting, items.get(sighting.id), NOW).item);
  }
  return items;
}

describe('merging of observations', () => {
  it('keeps the first page and the newest pages that the edge has merged', () => {
    const page = (n: number) => `https://www.shop.test/${n}`;
    const at = { firstSeenAt: NOW, lastSeenAt: NOW, count: 1 };
    const sample = (rest: object) => sampleScript('a'.repeat(32), { ...at, ...rest });
    const first = sample({ pageUrl: page(3), firstPageUrl: page(0), earlierPageUrls: [page(2)] });
    const second = sample({ pageUrl: page(4), count: 0 });
    const [item] = [...fold([[first], [second]]).values()];
    assert.equal(item?.firstPageUrl, page(0));
    assert.deepEqual(item?.pageUrls, [4, 3, 2].map(page));
    assert.equal(item?.reports, 1);
  });

  it('results in the same counts and times for any split into batches', () => {
    fc.assert(
      fc.property(observations, fc.nat(30), (all, cut) => {
        const facts = (items: Map<string, PageItem>) =>
          [...items.values()]
            .map(({ id, reports, firstSeenAt, lastSeenAt, class: of }) => ({
              id,
              reports,
              firstSeenAt,
              lastSeenAt,
              of,
            }))
            .sort((a, b) => (a.id < b.id ? -1 : 1));
        const whole = facts(fold([all]));
        assert.deepEqual(facts(fold([all.slice(0, cut), all.slice(cut)])), whole);
        assert.deepEqual(facts(fold(all.map((each) => [each]))), whole);
      }),
    );
  });

  it('keeps at most ten different pages, and no time in the future', () => {
    fc.assert(
      fc.property(observations, (all) => {
        for (const item of fold([all]).values()) {
          assert.ok(item.pageUrls.length >= 1 && item.pageUrls.length <= 10);
          assert.equal(new Set(item.pageUrls).size, item.pageUrls.length);
          assert.ok(item.lastSeenAt <= NOW && item.firstSeenAt <= item.lastSeenAt);
          assert.equal(hasFact(item.class, 'frequent'), item.visitors.length >= 3);
        }
      }),
    );
  });
});

describe('status', () => {
  const rows: readonly [frequent: boolean, days: number, status: string | undefined][] = [
    [false, 0, 'infrequent'],
    [false, 4.999, 'infrequent'],
    [false, 5, undefined],
    [true, 6.999, 'active'],
    [true, 7, 'inactive'],
    [true, 29.999, 'inactive'],
    [true, 30, undefined],
  ];
  for (const [frequent, days, status] of rows) {
    it(`of ${frequent ? 'a frequent' : 'an infrequent'} item is ${status} after ${days} days`, () => {
      const item = { class: frequent ? 2 : 0, lastSeenAt: NOW - days * DAY };
      assert.equal(statusOf(item, NOW), status);
    });
  }
});
