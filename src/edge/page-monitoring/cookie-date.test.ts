import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseCookieDate } from './cookie-date.ts';

describe('date of a cookie', () => {
  const at = Date.UTC(2026, 9, 21, 7, 28);
  const rows: readonly (readonly [string, number | undefined])[] = [
    ['Wed, 21 Oct 2026 07:28:00 GMT', at],
    ['Wed, 21-Oct-2026 07:28:00 GMT', at],
    ['Wednesday, 21-Oct-26 07:28:00 GMT', at],
    ['Wed Oct 21 07:28:00 2026', at],
    ['21 oct 2026 7:28:0', at],
    ['07:28:00, 2026-Oct-21', at],
    ['Thu, 01-Jan-70 00:00:00 GMT', 0],
    ['Thu, 01 Jan 1970 00:00:01 GMT', 1_000],
    ['Fri, 31 Dec 9999 23:59:59 GMT', Date.UTC(9999, 11, 31, 23, 59, 59)],
    // Browsers ignore these.
    ['-1', undefined],
    ['0', undefined],
    ['1', undefined],
    ['', undefined],
    ['never', undefined],
    ['2026-10-21T07:28:00Z', undefined],
    ['Wed, 21 Oct 2026', undefined],
    ['Wed, 31 Feb 2026 07:28:00 GMT', undefined],
    ['Wed, 00 Oct 2026 07:28:00 GMT', undefined],
    ['Wed, 21 Oct 1600 07:28:00 GMT', undefined],
    ['Wed, 21 Oct 2026 24:00:00 GMT', undefined],
    ['Wed, 21 Oct 2026 07:60:00 GMT', undefined],
  ];
  for (const [text, expected] of rows) {
    it(`${text || '(nothing)'}: ${expected ?? 'none'}`, () => {
      assert.equal(parseCookieDate(text), expected);
    });
  }

  it('is parsed as it was written, for any date', () => {
    const date = fc.date({
      min: new Date('1970-01-01'),
      max: new Date('9999-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(date, (each) => {
        const seconds = Math.floor(each.getTime() / 1_000) * 1_000;
        assert.equal(parseCookieDate(each.toUTCString()), seconds);
      }),
    );
    fc.assert(fc.property(fc.string(), (text) => void parseCookieDate(text)));
  });
});
