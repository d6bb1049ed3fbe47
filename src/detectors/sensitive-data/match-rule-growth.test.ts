/**
 * Text that is made to be slow must not be: four times the text may cost about four times the work,
 * sixteen times would be quadratic. Ratios of times on the same machine, never times themselves.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SensitiveDataRule } from '../../catalogs/managed-rulesets/sensitive-data/sensitive-data-rule.ts';
import { sensitiveDataRules } from '../../catalogs/managed-rulesets/sensitive-data/sensitive-data-rules.ts';
import { matchRule } from './match-rule.ts';

const LONG = 200_000;
const SHORT = LONG / 4;
const QUADRATIC_HALFWAY = 10;

/** Below this many milliseconds the clock and the collector say more than the matcher. */
const NOTICEABLE = 25;

/** Beginnings of matches again and again, and runs that classes like. */
function hostilePieces(rule: SensitiveDataRule): string[] {
  const sample = rule.samples.matching[0]?.text ?? '';
  const keyword = rule.keywords[0] ?? '';
  return [
    sample.slice(0, Math.ceil(sample.length * 0.6)),
    sample.slice(0, -1),
    keyword,
    `${keyword}a`,
    'a',
    '1',
    '4 ',
    'A9',
    'a.',
    '1-',
    'eyJ',
  ].filter((piece) => piece !== '');
}

const filled = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

function duration(rule: SensitiveDataRule, text: string): number {
  const start = process.hrtime.bigint();
  matchRule(rule, text);
  return Number(process.hrtime.bigint() - start) / 1e6;
}

const fastest = (rule: SensitiveDataRule, text: string): number =>
  Math.min(...Array.from({ length: 3 }, () => duration(rule, text)));

describe('time of sensitive data rules', () => {
  let run = 0;

  for (const rule of sensitiveDataRules) {
    it(`${rule.ref} grows with the text and not faster`, () => {
      for (const piece of hostilePieces(rule)) {
        run += 1;
        if (duration(rule, filled(piece, LONG)) < NOTICEABLE) continue;
        const ratio = fastest(rule, filled(piece, LONG)) / fastest(rule, filled(piece, SHORT));
        assert.ok(ratio < QUADRATIC_HALFWAY, `${JSON.stringify(piece)}: ${ratio}`);
      }
    });
  }

  it('was looked at for every rule', () => assert.ok(run >= 7 * sensitiveDataRules.length));
});
