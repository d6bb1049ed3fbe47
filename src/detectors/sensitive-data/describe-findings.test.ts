import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sensitiveDataRules } from '../../catalogs/managed-rulesets/sensitive-data/sensitive-data-rules.ts';
import { describeFindings, positionsOf } from './describe-findings.ts';
import { createScanner } from './scanner.ts';

describe('describeFindings', () => {
  const card = '4111 1111 1111 1111';
  const text = `a\n\n é ${card}\n${card} ${card}`;
  const [report, ...others] = describeFindings(
    text,
    createScanner(sensitiveDataRules).scan(text),
    2,
  );

  it('counts all and locates the first ones', () => {
    assert.deepEqual(others, []);
    assert.equal(report?.ref, 'payment-card-number');
    assert.equal(report?.count, 3);
    assert.deepEqual(report?.positions, [
      { offset: 6, line: 3, column: 4, excerpt: '41******11' },
      { offset: 26, line: 4, column: 1, excerpt: '41******11' },
    ]);
  });

  it('contains no value', () => assert.ok(!JSON.stringify(report).includes('1111')));

  it('continues the positions of an earlier part of the text', () => {
    const findings = [
      { offset: 1, length: 2 },
      { offset: 4, length: 2 },
    ];
    const positions = positionsOf('abc\ndef', findings, { offset: 100, line: 7, column: 5 });
    assert.deepEqual(
      positions.map(({ offset, line, column }) => [offset, line, column]),
      [
        [101, 7, 6],
        [104, 8, 1],
      ],
    );
  });
});
