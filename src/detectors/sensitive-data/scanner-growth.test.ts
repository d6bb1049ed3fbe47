/**
 * Adversarial text must take linear time. The test counts steps: four times the text may take four times
 * the steps and attempts, and both are bounded per character.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SensitiveDataRule } from '../../catalogs/managed-rulesets/sensitive-data/sensitive-data-rule.ts';
import { sensitiveDataRules } from '../../catalogs/managed-rulesets/sensitive-data/sensitive-data-rules.ts';
import { createScanner } from './scanner.ts';

const SHORT = 5_000;
const TIMES = 4;
/** Steps that do not grow with the text, as for the window of a context. */
const CONSTANT = 500;

function hostilePieces(rule: SensitiveDataRule): string[] {
  const sample = rule.samples.matching[0]?.text ?? '';
  const keyword = rule.keywords[0] ?? '';
  return [sample.slice(0, Math.ceil(sample.length * 0.6)), sample.slice(0, -1), `${keyword}a`];
}

const general = [
  ...['a', '1', '4 ', 'A9', 'a.', '1-', 'ey', 'a@', '0 1-', 'M9', '%41', '\\n1', 'é1'],
  ...['<th>card', '<table><tr><th>phone<tr><td>4155552671', 'INTO t (phone) VALUES (4155552671'],
];

const filled = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

const scanner = createScanner(sensitiveDataRules);

function workOn(text: string) {
  const before = scanner.work;
  scanner.scan(text);
  return {
    steps: scanner.work.steps - before.steps,
    attempts: scanner.work.attempts - before.attempts,
  };
}

describe('work of the scanner', () => {
  const pieces = [...new Set([...general, ...sensitiveDataRules.flatMap(hostilePieces)])];

  it('grows linearly with the text', () => {
    for (const piece of pieces) {
      const short = workOn(filled(piece, SHORT));
      const long = workOn(filled(piece, TIMES * SHORT));
      assert.ok(long.steps <= 1.1 * TIMES * short.steps + CONSTANT, `steps on ${piece}`);
      assert.ok(long.attempts <= 1.1 * TIMES * short.attempts + CONSTANT, `attempts on ${piece}`);
    }
    assert.ok(pieces.length > 200);
  });

  it('is a bounded number of steps for each character', () => {
    for (const piece of pieces) {
      const { steps, attempts } = workOn(filled(piece, SHORT));
      assert.ok(steps <= 120 * SHORT, `${steps / SHORT} steps on ${piece}`);
      assert.ok(attempts <= 30 * SHORT, `${attempts / SHORT} attempts on ${piece}`);
    }
  });

  it('needs few states after all of that', () => assert.ok(scanner.work.states < 10_000));
});
