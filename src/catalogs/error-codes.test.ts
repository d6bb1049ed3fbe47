import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ErrorEntry, errorCodes, noticeCodes } from './error-codes.ts';

/** Numbers outside our own range: each is a number of the public API. */
const PUBLIC_NUMBERS = new Set([
  400, 971, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009, 1015, 1019, 1020, 1027,
  1050, 1061, 1099, 1116, 6003, 6007, 6102, 6103, 6111, 7000, 7001, 7003, 9103, 9106, 9109, 10000,
  10001, 10003, 10102, 10502, 17103, 20014, 20016, 20083, 20113, 20125, 20127, 20217, 50001,
]);

const isOurs = (number: number) => /^(11|21)\d{3}$/.test(String(number));

const entries: readonly (readonly [string, ErrorEntry])[] = Object.entries(errorCodes);

function assertPlaceholdersBalanced(text: string): void {
  const rest = text.replace(/\{[a-z]\w*\}/g, '');
  assert.doesNotMatch(rest, /[{}]/);
}

describe('error codes', () => {
  it('are there', () => assert.ok(entries.length >= 40));

  for (const [code, { number, status, text, fault }] of entries) {
    it(`${code} is well-formed`, () => {
      assert.ok(status >= 400 && status <= 599);
      assert.equal(fault, status >= 500 ? 'ours' : 'caller');
      assert.ok(
        PUBLIC_NUMBERS.has(number) || isOurs(number),
        `${number} is neither a number of the public API nor one of ours`,
      );
      assertPlaceholdersBalanced(text);
      assert.ok(text.trim() === text && text !== '');
    });
  }

  it('give no number and text twice', () => {
    // Texts that consist only of `{problem}` are distinguished by their numbers.
    const pairs = entries.map(([, { number, text }]) => `${number} ${text}`);
    assert.equal(new Set(pairs).size, pairs.length);
  });

  it('use each of our own numbers for one entry only', () => {
    const own = entries.map(([, { number }]) => number).filter(isOurs);
    assert.ok(own.length > 0);
    assert.equal(new Set(own).size, own.length);
  });
});

describe('notices', () => {
  const notices = Object.entries(noticeCodes);

  it('have balanced placeholders and numbers that our errors do not use', () => {
    assert.ok(notices.length > 0);
    const errors = new Set(entries.map(([, { number }]) => number).filter(isOurs));
    assert.equal(new Set(notices.map(([, { number }]) => number)).size, notices.length);
    for (const [, { number, text }] of notices) {
      assertPlaceholdersBalanced(text);
      assert.ok(!errors.has(number));
    }
  });
});
