import assert from 'node:assert/strict';
import { it } from 'node:test';
import { presets, previousRange, rangeOf, rangeSeconds } from './time-range.ts';

const now = Date.parse('2026-01-31T12:00:00Z');

for (const [search, range] of [
  [{}, { since: '-24h' }],
  [{ since: '-1h' }, { since: '-1h', until: undefined }],
  [{ since: 'yesterday' }, { since: '-24h' }],
  [{ since: '-1h', until: 'soon' }, { since: '-24h' }],
  [{ until: '-1h' }, { since: '-24h' }],
  [
    { since: '2026-01-31T10:00:00Z', until: '2026-01-31T11:00:00Z' },
    { since: '2026-01-31T10:00:00Z', until: '2026-01-31T11:00:00Z' },
  ],
] as const) {
  it(`reads the range of ${JSON.stringify(search)}`, () => {
    assert.deepEqual(rangeOf(search), range);
  });
}

for (const [since, until, previous] of [
  ['-1h', undefined, { since: '-7200s', until: '-3600s' }],
  [
    '2026-01-31T10:00:00.000Z',
    '2026-01-31T11:00:00.000Z',
    { since: '2026-01-31T09:00:00.000Z', until: '2026-01-31T10:00:00.000Z' },
  ],
  [
    '2026-01-31T10:00:00.000Z',
    undefined,
    { since: '2026-01-31T08:00:00.000Z', until: '2026-01-31T10:00:00.000Z' },
  ],
] as const) {
  it(`finds the period before ${since} to ${until ?? 'now'}`, () => {
    assert.deepEqual(previousRange({ since, until }, now), previous);
  });
}

it('has presets that are ranges', () => {
  const seconds = presets.map((range) => rangeSeconds(range, now));
  assert.deepEqual(seconds, [900, 3600, 21_600, 86_400, 604_800, 2_592_000]);
});
