import assert from 'node:assert/strict';
import { it } from 'node:test';
import { changeText, figures } from './traffic-figures.ts';

const byId = new Map(figures.map((figure) => [figure.id, figure]));
const sums = (counts: Record<string, number>, p95?: number) => ({
  requests: 200,
  counts,
  origin_duration_ms: p95 === undefined ? null : { count: 1, p95 },
});

for (const [id, of, value] of [
  ['requests', sums({}), 2],
  ['blocked', sums({ block: 20, none: 180 }), 0.1],
  ['blocked', { ...sums({}), requests: 0 }, null],
  ['origin-errors', sums({ '2xx': 90, '5xx': 10, none: 100 }), 0.1],
  ['origin-errors', sums({ none: 200 }), null],
  ['origin-time', sums({}, 34), 34],
  ['origin-time', sums({}), null],
] as const) {
  it(`computes ${id} of ${JSON.stringify(of)}`, () => {
    assert.equal(byId.get(id)?.of(of, 100), value);
  });
}

for (const [now, before, text] of [
  [2, 1, '+100 %'],
  [0.5, 1, '−50 %'],
  [1.001, 1, 'as before'],
  [1, 0, undefined],
  [null, 1, undefined],
] as const) {
  it(`compares ${now} with ${before}`, () => {
    assert.equal(changeText(now, before)?.replace('\u2009', ' '), text);
  });
}
