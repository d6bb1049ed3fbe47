import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../test/support/any-character.ts';
import { compileWildcard, compileWildcardCapture, wildcardProblem } from './compile/wildcard.ts';
import {
  compileExpression,
  ExpressionError,
  parseExpression,
  parseValueExpression,
  printExpression,
} from './expression.ts';
import { interpret, wildcard } from './fixtures/naive-interpreter.ts';
import { randomExpression, randomRequest } from './fixtures/random-expression.ts';
import { sampleAccessors, sampleScheme } from './fixtures/sample-request.ts';

const roomy = { limits: { characters: 1_000_000, regexes: 10_000 } };

/** Random sequences of tokens, which reach deeper into the parser than random characters. */
const pieces = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...['http.host', 'ip.src', 'ssl', 'cf.edge.server_port', 'http.request.headers', 'true'],
        ...['eq', 'ne', '==', 'in', 'contains', 'matches', '~', 'wildcard', 'strict wildcard', '&'],
        ...['and', 'or', 'xor', 'not', '!', '(', ')', '[', ']', '[*]', '{', '}', ',', '..', '/'],
        ...[
          '"',
          '"a"',
          'r#"',
          '"#',
          '\\',
          '"\\x',
          '"[a"',
          '"(a+)+$"',
          '"**"',
          '$office',
          '$',
          '0x',
        ],
        ...['any(', 'lower(', 'concat(', 'regex_replace(', 'cidr(', '10.0.0.0/8', '::1', '42', '-'],
        ...['\n', '\t', ' ', '💥', '\ud800', '\0'],
      ),
      fc.string({ unit: anyCharacter, maxLength: 3 }),
    ),
    { maxLength: 14, size: 'max' },
  )
  .chain((parts) => fc.constantFrom(parts.join(' '), parts.join('')));

function onlyItsOwnError(run: () => unknown): void {
  try {
    run();
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    assert.ok(error.line >= 1 && error.column >= 1 && error.reason !== '', error.message);
    assert.equal(error.message.split('\n').length, 3);
  }
}

describe('properties', () => {
  it('any text results in a tree or an ExpressionError', () => {
    const anything = fc.oneof(pieces, fc.string({ unit: anyCharacter }), fc.string());
    fc.assert(
      fc.property(anything, (text) => {
        onlyItsOwnError(() => parseExpression(text, sampleScheme));
        onlyItsOwnError(() => parseExpression(text, sampleScheme, { lenientHost: true }));
        onlyItsOwnError(() => parseValueExpression(text, sampleScheme));
      }),
      { numRuns: 5000 },
    );
  });

  it('so does a valid expression with a piece removed, doubled or replaced', () => {
    fc.assert(
      fc.property(
        randomExpression,
        fc.nat(),
        fc.nat(9),
        fc.string({ maxLength: 2 }),
        (tree, at, cut, put) => {
          const text = printExpression(tree);
          const from = at % (text.length + 1);
          const changed = text.slice(0, from) + put + text.slice(from + cut);
          onlyItsOwnError(() => parseExpression(changed, sampleScheme, roomy));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('printed text parses to the same tree', () => {
    fc.assert(
      fc.property(randomExpression, (tree) => {
        assert.deepEqual(parseExpression(printExpression(tree), sampleScheme, roomy), tree);
      }),
      { numRuns: 2000 },
    );
  });

  it('the compiled form agrees with a naive interpreter', () => {
    let matched = 0;
    const runs = 4000;
    fc.assert(
      fc.property(randomExpression, randomRequest, (tree, request) => {
        const result = compileExpression(tree, sampleAccessors)(request);
        assert.equal(result, interpret(tree, request), printExpression(tree));
        if (result) matched += 1;
      }),
      { numRuns: runs },
    );
    assert.ok(matched > runs / 10 && matched < (runs * 9) / 10, `${matched} of ${runs} matched`);
  });

  it('wildcards agree with exhaustive search, and captures rebuild the value', () => {
    const letters = fc.constantFrom('a', 'B', 'b', '*', '\\*', '\\\\', 'A');
    const pattern = fc.array(letters, { maxLength: 7 }).map((parts) => parts.join(''));
    const value = fc.string({ unit: fc.constantFrom('a', 'b', 'A', '*', '\\'), maxLength: 8 });
    fc.assert(
      fc.property(pattern, value, fc.boolean(), (text, subject, strict) => {
        if (wildcardProblem(text, 100) !== undefined) return;
        const expected = wildcard(text, subject, strict);
        assert.equal(compileWildcard(text, strict)(subject), expected);
        const captures = compileWildcardCapture(text, strict)(subject);
        assert.equal(captures !== undefined, expected);
        if (!captures || !strict) return;
        const next = captures.values();
        const rebuilt = text.replace(/\\(.)|\*/g, (_, literal) => literal ?? next.next().value);
        assert.equal(rebuilt, subject);
      }),
      { numRuns: 5000 },
    );
  });
});
