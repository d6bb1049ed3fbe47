import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseTimestamp, toMicrosecondText, toSecondText } from './timestamp.ts';

describe('parseTimestamp', () => {
  const times = [
    ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31t12:00:00z', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31T12:00:00+02:00', '2026-01-31T10:00:00.000Z'],
    ['2026-01-31T12:00:00-05:30', '2026-01-31T17:30:00.000Z'],
    ['2026-01-31T12:00:00-00:00', '2026-01-31T12:00:00.000Z'],
    ['2026-01-01T00:30:00+01:00', '2025-12-31T23:30:00.000Z'],
    ['2026-01-31T12:00:00.5Z', '2026-01-31T12:00:00.500Z'],
    ['2026-01-31T12:00:00.123456789Z', '2026-01-31T12:00:00.123Z'],
    ['2026-01-31T12:00:00.999999+00:00', '2026-01-31T12:00:00.999Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['2000-02-29T23:59:59Z', '2000-02-29T23:59:59.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
  ] as const;
  for (const [text, expected] of times) {
    it(`reads ${text}`, () => {
      const ms = parseTimestamp(text);
      assert.equal(ms !== undefined && new Date(ms).toISOString(), expected);
    });
  }

  const none = [
    '',
    '2026-02-30T00:00:00Z',
    '2026-02-29T00:00:00Z',
    '2100-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-02-30T00:00:00+05:00',
    '2026-00-01T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '2026-01-32T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T25:00:00Z',
    '2026-01-01T00:60:00Z',
    '2026-01-01T00:00:61Z',
    '2026-01-01T00:00:00',
    '2026-01-01T00:00Z',
    '2026-01-01',
    '2026-01-01 00:00:00Z',
    '2026-01-01T00:00:00.Z',
    '2026-01-01T00:00:00+0200',
    '2026-01-01T00:00:00+24:00',
    '2026-01-01T00:00:00+00:60',
    '2026-1-1T00:00:00Z',
    '+002026-01-01T00:00:00Z',
    ' 2026-01-01T00:00:00Z',
    '2026-01-01T00:00:00Z\n',
    '1767225600',
    'Thu, 01 Jan 2026 00:00:00 GMT',
  ];
  for (const text of none) {
    it(`refuses ${JSON.stringify(text)}`, () => assert.equal(parseTimestamp(text), undefined));
  }

  it('never throws, for any digits', () => {
    const digits = (length: number) =>
      fc.nat(10 ** length - 1).map((n) => String(n).padStart(length, '0'));
    const parts = fc.tuple(digits(4), digits(2), digits(2), digits(2), digits(2), digits(2));
    fc.assert(
      fc.property(parts, ([year, month, day, hour, minute, second]) => {
        const ms = parseTimestamp(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
        if (ms === undefined) return;
        const written = `${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
        assert.equal(toSecondText(ms), written);
      }),
      { numRuns: 2000 },
    );
  });

  it('parses every time that it formats', () => {
    const ms = fc.integer({ min: Date.UTC(1970, 0), max: Date.UTC(9999, 11, 31) });
    fc.assert(
      fc.property(ms, (time) => {
        assert.equal(parseTimestamp(toMicrosecondText(time)), time);
        assert.equal(parseTimestamp(toSecondText(time)), Math.floor(time / 1000) * 1000);
      }),
    );
  });
});

it('writes six fractional digits for creation times and none for token times', () => {
  const time = Date.UTC(2026, 0, 31, 12, 0, 0, 7);
  assert.equal(toMicrosecondText(time), '2026-01-31T12:00:00.007000Z');
  assert.equal(toSecondText(time), '2026-01-31T12:00:00Z');
});
