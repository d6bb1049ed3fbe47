import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type TSchema, Type } from '../kernel/schema.ts';
import { pagingQuery } from './paging.ts';
import { bodyValidator, escapePointer, findBadText, queryValidator } from './validation.ts';

describe('bodyValidator', () => {
  const Time = Type.Union([Type.String({ format: 'date-time' }), Type.Null()]);
  const Choice = Type.Enum(['full', 'partial']);
  const Nested = Type.Object({
    list: Type.Array(Type.Object({ 'a/b': Type.Integer() })),
  });
  const strict = { additionalProperties: false };

  const rows: readonly [TSchema, unknown, string, string][] = [
    [Type.Object({}), 'text', '', 'the body must be an object'],
    [Type.Object({}), null, '', 'the body must be an object'],
    [Type.Object({}), [], '', 'the body must be an object'],
    [Type.Object({ name: Type.String() }), {}, '/name', '"/name" is required'],
    [Type.Object({ name: Type.String() }), { name: 1 }, '/name', '"/name" must be a string'],
    [Type.Object({ n: Type.Integer() }), { n: 1.5 }, '/n', '"/n" must be an integer'],
    [Type.Object({ n: Type.Integer() }), { n: '1' }, '/n', '"/n" must be an integer'],
    [Type.Object({ n: Type.Number() }), { n: true }, '/n', '"/n" must be a number'],
    [Type.Object({ b: Type.Boolean() }), { b: 'true' }, '/b', '"/b" must be a boolean'],
    [Type.Object({ a: Type.Array(Type.String()) }), { a: {} }, '/a', '"/a" must be an array'],
    [Type.Object({ t: Choice }), { t: 'x' }, '/t', '"/t" must be one of full, partial'],
    [Type.Object({ l: Type.Literal('on') }), { l: 'off' }, '/l', '"/l" must be "on"'],
    [Type.Object({ n: Type.Integer({ minimum: 5 }) }), { n: 4 }, '/n', '"/n" must be at least 5'],
    [Type.Object({ n: Type.Integer({ maximum: 5 }) }), { n: 6 }, '/n', '"/n" must be at most 5'],
    [
      Type.Object({ s: Type.String({ minLength: 2 }) }),
      { s: 'a' },
      '/s',
      '"/s" must have at least 2 characters',
    ],
    [Type.Object({ s: Type.String({ minLength: 1 }) }), { s: '' }, '/s', '"/s" must not be empty'],
    [
      Type.Object({ s: Type.String({ maxLength: 2 }) }),
      { s: 'abc' },
      '/s',
      '"/s" must have at most 2 characters',
    ],
    [
      Type.Object({ a: Type.Array(Type.String(), { minItems: 1 }) }),
      { a: [] },
      '/a',
      '"/a" must not be empty',
    ],
    [
      Type.Object({ a: Type.Array(Type.String(), { minItems: 2 }) }),
      { a: ['a'] },
      '/a',
      '"/a" must have at least 2 items',
    ],
    [
      Type.Object({ a: Type.Array(Type.String(), { uniqueItems: true }) }),
      { a: ['x', 'a', 'a'] },
      '/a',
      '"/a" must not have the same item twice: items 1 and 2 are equal',
    ],
    // Regression: the message was that of the object, which asked the caller for another type.
    [
      Type.Union([Type.Object({}), Type.Array(Type.String(), { minItems: 1 })]),
      [],
      '',
      'the body must not be empty',
    ],
    [
      Type.Object({ a: Type.Array(Type.String(), { maxItems: 1 }) }),
      { a: ['a', 'b'] },
      '/a',
      '"/a" must have at most 1 items',
    ],
    [
      Type.Object({ s: Type.String({ pattern: '^[a-z]+$' }) }),
      { s: 'A' },
      '/s',
      '"/s" must match ^[a-z]+$',
    ],
    [
      Type.Object({ s: Type.String({ pattern: '^[a-z]+$', 'x-expected': 'a word' }) }),
      { s: 'A' },
      '/s',
      '"/s" must be a word',
    ],
    [
      Type.Object({ t: Type.String({ format: 'date-time' }) }),
      { t: '2026-02-30T00:00:00Z' },
      '/t',
      '"/t" must be a time such as 2026-01-31T12:00:00Z',
    ],
    [Nested, { list: [{ 'a/b': 1 }, {}] }, '/list/1/a~1b', '"/list/1/a~1b" is required'],
    [Nested, { list: [{ 'a/b': null }] }, '/list/0/a~1b', '"/list/0/a~1b" must be an integer'],
    [
      Type.Object({ t: Time }),
      { t: 'x' },
      '/t',
      '"/t" must be a time such as 2026-01-31T12:00:00Z',
    ],
    [
      Type.Union([Type.Null(), Type.Object({ deep: Type.Object({ n: Type.Integer() }) })]),
      { deep: { n: 'x' } },
      '/deep/n',
      '"/deep/n" must be an integer',
    ],
  ];
  for (const [schema, value, pointer, text] of rows) {
    it(`reports: ${text}, for ${JSON.stringify(value)}`, () => {
      const problem = bodyValidator(schema)(value);
      assert.deepEqual([problem?.pointer, problem?.text], [pointer, text]);
    });
  }

  it('names an unknown member', () => {
    assert.deepEqual(bodyValidator(Type.Object({}, strict))({ x: 1 }), {
      pointer: '/x',
      text: '"/x" is not a member that is known here',
      unknownMember: 'x',
    });
  });

  it('accepts a valid value', () => {
    const validate = bodyValidator(Type.Object({ t: Time, n: Type.Optional(Type.Integer()) }));
    for (const value of [{ t: null }, { t: '2026-01-31T12:00:00Z', n: 1 }, { t: null, more: 1 }]) {
      assert.equal(validate(value), undefined);
    }
  });

  it('counts characters, not UTF-16 code units', () => {
    const validate = bodyValidator(Type.Object({ s: Type.String({ maxLength: 1 }) }));
    assert.equal(validate({ s: '😀' }), undefined);
  });

  it('does not change the value', () => {
    const value = Object.freeze({ n: '1' });
    bodyValidator(Type.Object({ n: Type.Integer({ default: 3 }) }))(value);
    assert.deepEqual(value, { n: '1' });
  });
});

describe('queryValidator', () => {
  const validate = queryValidator(
    Type.Object({
      ...pagingQuery({ default: 20, min: 5, max: 50 }),
      paused: Type.Optional(Type.Boolean()),
      order: Type.Optional(Type.Enum(['name', 'status'])),
    }),
  );

  it('reads numbers and booleans from text and fills defaults', () => {
    const query = { page: '3', paused: 'true' };
    assert.equal(validate(query), undefined);
    assert.deepEqual(query, { page: 3, per_page: 20, paused: true });
  });

  const rows: readonly [Record<string, string>, string, string][] = [
    [{ page: '0' }, '/page', 'the parameter "page" must be at least 1'],
    [{ page: '-1' }, '/page', 'the parameter "page" must be at least 1'],
    [{ page: '1000000001' }, '/page', 'the parameter "page" must be at most 1000000000'],
    [{ page: '1.5' }, '/page', 'the parameter "page" must be an integer'],
    [{ page: 'two' }, '/page', 'the parameter "page" must be an integer'],
    [{ page: '' }, '/page', 'the parameter "page" must be an integer'],
    [{ per_page: '4' }, '/per_page', 'the parameter "per_page" must be at least 5'],
    [{ per_page: '51' }, '/per_page', 'the parameter "per_page" must be at most 50'],
    [{ paused: 'yes' }, '/paused', 'the parameter "paused" must be a boolean'],
    [{ order: 'id' }, '/order', 'the parameter "order" must be one of name, status'],
  ];
  for (const [query, pointer, text] of rows) {
    it(`reports: ${text}, for ${new URLSearchParams(query)}`, () => {
      assert.deepEqual(validate({ ...query }), { pointer, text });
    });
  }
});

describe('findBadText', () => {
  const rows: readonly [unknown, string | undefined][] = [
    [{ a: ['fine', 1, null, true, { b: '😀' }] }, undefined],
    ['a\0', ''],
    [{ a: [{ 'b/c': 'x\uD83D' }] }, '/a/0/b~1c'],
    [{ a: { 'k\0': 1 } }, '/a'],
    [{ fine: 'x', bad: '\uDE00' }, '/bad'],
  ];
  for (const [value, pointer] of rows) {
    it(`finds ${pointer === undefined ? 'nothing' : `"${pointer}"`} in ${JSON.stringify(value)}`, () => {
      assert.equal(findBadText(value)?.pointer, pointer);
    });
  }
});

it('escapes pointers in the order of RFC 6901', () => {
  assert.equal(escapePointer('~1/~'), '~01~1~0');
});
