import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { sensitiveDataRules } from '../../catalogs/managed-rulesets/sensitive-data/sensitive-data-rules.ts';
import { matchRule } from './match-rule.ts';
import { createScanner } from './scanner.ts';

const scanner = createScanner(sensitiveDataRules);

const scanned = (text: string) =>
  scanner.scan(text).map(({ rule, findings }) => [rule.ref, findings]);

const expected = (text: string) =>
  sensitiveDataRules
    .map((rule) => [rule.ref, matchRule(rule, text)] as const)
    .filter(([, findings]) => findings.length > 0);

const samples = sensitiveDataRules.flatMap(({ samples: { matching, other } }) => [
  ...matching.map(({ text }) => text),
  ...other,
]);

/** Text that matches the patterns, or nearly; generated text seldom passes validators. */
const fitting = fc.constantFrom(...sensitiveDataRules).chain((rule) =>
  fc
    .constantFrom(...rule.patterns)
    .chain((pattern) => fc.stringMatching(new RegExp(`^(?:${pattern})$`), { size: '-1' }))
    .map((value) => `${rule.context?.words[0] ?? ''} ${value}`),
);

/** Markup of tables, whose headers are context. */
const cells = fc.constantFrom(
  ...['<tr><th>Phone</th><th>Order id</th></tr><tr><td>', '<td>', '</table>'],
  ...["INSERT INTO t (sin, card, phone, id) VALUES ('", "','", "'),('", ');'],
);

const glue = fc.constantFrom('', ' ', '\n', '"', '-', '.', '_', '\\n', '%3D', ',', 'é', '号', '🙂');

describe('scanner', () => {
  it('agrees with matchRule on each sample', () => {
    for (const text of samples) assert.deepEqual(scanned(text), expected(text), text);
    assert.ok(samples.length >= 500);
  });

  it('finds all samples in one text', () => {
    const text = samples.join('\n');
    assert.deepEqual(scanned(text), expected(text));
  });

  it('agrees with matchRule on any text', () => {
    const piece = fc.oneof(
      fc.constantFrom(...samples),
      fitting,
      fc.string({ unit: anyCharacter }),
      fc.stringMatching(/^[0-9 .A-Z-]{0,30}$/),
      cells,
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(piece, glue), { maxLength: 8 }), (pieces) => {
        const text = pieces.flat().join('');
        assert.deepEqual(scanned(text), expected(text));
      }),
      { numRuns: 500 },
    );
  });

  it('looks in every sample at the positions of its findings', () => {
    for (const rule of sensitiveDataRules) {
      const own = createScanner([rule]);
      for (const { text, values } of rule.samples.matching) {
        const [found] = own.scan(`é ${text} é`);
        const inText = found?.findings.map(({ offset, length }) =>
          `é ${text} é`.slice(offset, offset + length),
        );
        assert.deepEqual(inText, values);
      }
    }
  });

  it('finds nothing in an empty text, or without rules', () => {
    assert.deepEqual(scanner.scan(''), []);
    assert.deepEqual(createScanner([]).scan(samples.join(' ')), []);
  });
});
