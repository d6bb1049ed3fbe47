import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TextSealer } from '../kernel/sealed-text.ts';
import { SecretParts } from './secret-parts.ts';

type Value = Readonly<Record<string, unknown>>;

/** Everything in the member `secret` is secret, also within others. */
function hide(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(hide);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, each]) => [
    name,
    name === 'secret' ? '(hidden)' : hide(each),
  ]);
  return Object.fromEntries(entries);
}

const partsWith = (secret: string) =>
  new SecretParts<Value>(
    new TextSealer(() => secret, 'test'),
    'thing',
    (value) => hide(value) as Value,
  );

const values: Readonly<Record<string, Value>> = {
  'a text': { secret: 's3cret' },
  'an object': { secret: { name: 's3cret' } },
  'a part of a list': { list: [{ a: 1 }, { secret: 's3cret', b: [2] }] },
  'a member with an unusual name': { __proto__: { 'a/b~0': { secret: 's3cret' } } },
  'several parts': { secret: 's3cret', other: { secret: ['s3cret', null] } },
};

describe('secret parts', () => {
  for (const [what, value] of Object.entries(values)) {
    it(`stores ${what} encrypted, and opens it unchanged`, () => {
      const sealed = partsWith('one').seal(value, '1');
      assert.ok(!JSON.stringify(sealed).includes('s3cret'));
      const stored = JSON.parse(JSON.stringify(sealed));
      assert.deepEqual(partsWith('one').open(stored, '1'), value);
    });
  }

  it('stores a value without secrets verbatim', () => {
    const value = { text: '(hidden)' };
    assert.deepEqual(partsWith('one').seal(value, '1'), { hidden: value, secrets: null });
  });

  for (const [what, id, secret] of [
    ['with another key', '1', 'two'],
    ['in another row', '2', 'one'],
  ] as const) {
    it(`does not open secrets ${what}, and shows a text that nobody can guess`, () => {
      const sealed = partsWith('one').seal({ secret: 's3cret' }, '1');
      const parts = partsWith(secret);
      assert.throws(() => parts.open(sealed, id), /PALISADE_EDGE_KEY/);
      const [first, second] = [parts.read(sealed, id), parts.read(sealed, id)];
      assert.match(String(first['secret']), /^\(unreadable [0-9a-f]{32}\)$/);
      assert.notDeepEqual(first, second);
    });
  }
});
