import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ApiError } from './api-error.ts';
import { parseBody } from './body-parser.ts';

/** The number, message and pointer of the error; the value if there is none. */
function outcomeOf(type: string | undefined, text: string) {
  try {
    return { value: parseBody(type, text) };
  } catch (error) {
    assert.ok(error instanceof ApiError);
    return { number: error.number, message: error.message, pointer: error.options.pointer };
  }
}

describe('parseBody', () => {
  const types: readonly [string | undefined, boolean][] = [
    [undefined, true],
    ['application/json', true],
    ['application/json; charset=utf-8', true],
    ['application/json ;charset=utf-8', true],
    ['Application/JSON', true],
    ['application/merge-patch+json', true],
    ['application/vnd.api+json; v=1', true],
    ['', false],
    ['text/plain', false],
    ['text/json', false],
    ['application/jsonx', false],
    ['application/json, text/plain', false],
    ['application/xjson', false],
    ['application/x-www-form-urlencoded', false],
    ['multipart/form-data; boundary=application/json', false],
  ];
  for (const [type, taken] of types) {
    it(`${taken ? 'accepts' : 'refuses'} the content type ${JSON.stringify(type)}`, () => {
      const outcome = outcomeOf(type, '{"a":1}');
      if (taken) assert.deepEqual(outcome, { value: { a: 1 } });
      else assert.equal(outcome.number, 11003);
    });
  }

  it('returns undefined for an empty body of any type', () => {
    assert.deepEqual(outcomeOf('text/plain', ''), { value: undefined });
    assert.deepEqual(outcomeOf('application/json', ''), { value: undefined });
  });

  const malformed = [
    [' ', 'Malformed JSON in request body: it ends too early'],
    ['{"a":1,}', 'Malformed JSON in request body: line 1, column 8'],
    ['{"a": secret}', 'Malformed JSON in request body: line 1, column 7'],
    ['"\0"', 'Malformed JSON in request body: line 1, column 2'],
    ['['.repeat(65), 'Malformed JSON in request body: nested deeper than 64 levels'],
  ] as const;
  for (const [text, message] of malformed) {
    it(`reports for ${JSON.stringify(text.slice(0, 20))}: ${message}`, () => {
      assert.deepEqual(outcomeOf(undefined, text), { number: 6007, message, pointer: undefined });
    });
  }

  const bad = [
    ['{"a":"x\\u0000"}', '/a'],
    ['{"a":["\\uD83D"]}', '/a/0'],
    ['{"a":["\\ud83d "]}', '/a/0'],
    ['{"a":"\\uDE00\\uD83D"}', '/a'],
    ['{"a":{"\\u0000":1}}', '/a'],
    ['{"a":"\\\\\\u0000"}', '/a'],
  ] as const;
  for (const [text, pointer] of bad) {
    it(`refuses ${text}, which cannot be stored, at ${pointer}`, () => {
      const outcome = outcomeOf(undefined, text);
      assert.deepEqual([outcome.number, outcome.pointer], [11001, pointer]);
    });
  }

  const fine = ['{"a":"\\uD83D\\uDE00"}', '{"a":"\\\\u0000"}', '{"a":"\\u0001"}', '"d800"'];
  for (const text of fine) {
    it(`takes ${text}`, () => {
      assert.deepEqual(outcomeOf(undefined, text), { value: JSON.parse(text) });
    });
  }

  it('refuses unstorable text, also if it is escaped', () => {
    const unit = fc.constantFrom(0, 0x41, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xe000);
    const text = fc.array(unit, { maxLength: 6 }).map((units) => String.fromCharCode(...units));
    fc.assert(
      fc.property(text, fc.boolean(), (value, upper) => {
        const escaped = [...Array(value.length).keys()].map((n) => {
          const hex = value.charCodeAt(n).toString(16).padStart(4, '0');
          return `\\u${upper ? hex.toUpperCase() : hex}`;
        });
        const outcome = outcomeOf(undefined, `{"a":"${escaped.join('')}"}`);
        const storable = value.isWellFormed() && !value.includes('\0');
        assert.deepEqual(
          storable ? outcome : outcome.number,
          storable ? { value: { a: value } } : 11001,
        );
      }),
      { numRuns: 500 },
    );
  });
});
