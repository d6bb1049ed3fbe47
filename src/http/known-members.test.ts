import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type TSchema, Type } from '../kernel/schema.ts';
import { keepKnownMembers } from './known-members.ts';

const Person = Type.Object({
  id: Type.Optional(Type.String({ readOnly: true })),
  name: Type.String(),
  address: Type.Optional(Type.Object({ city: Type.String() })),
  pets: Type.Optional(Type.Array(Type.Object({ name: Type.String() }))),
  tags: Type.Optional(Type.Record(Type.String(), Type.String())),
  extra: Type.Optional(Type.Unknown()),
});

const Nullable = Type.Object({
  a: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  b: Type.Optional(Type.Enum(['x', 'y'])),
  c: Type.Optional(Type.Union([Type.Object({ d: Type.Optional(Type.String()) }), Type.Null()])),
});

const Open = Type.Object({ known: Type.Optional(Type.String()) }, { additionalProperties: true });

const Strict = Type.Object({ name: Type.String() }, { additionalProperties: false });

describe('keepKnownMembers', () => {
  const rows: readonly [string, TSchema, unknown, unknown, string[]][] = [
    ['keeps known members', Person, { name: 'a' }, { name: 'a' }, []],
    ['reports unknown members', Person, { name: 'a', nme: 1 }, { name: 'a' }, ['/nme']],
    ['drops read-only members silently', Person, { id: 'x', name: 'a' }, { name: 'a' }, []],
    [
      'looks into objects',
      Person,
      { address: { city: 'c', street: 's' } },
      { address: { city: 'c' } },
      ['/address/street'],
    ],
    [
      'looks into lists',
      Person,
      { pets: [{ name: 'a' }, { name: 'b', age: 3 }] },
      { pets: [{ name: 'a' }, { name: 'b' }] },
      ['/pets/1/age'],
    ],
    ['keeps free-form members', Person, { tags: { any: 'x' } }, { tags: { any: 'x' } }, []],
    [
      'keeps the content of members of any type',
      Person,
      { extra: { a: [1] } },
      { extra: { a: [1] } },
      [],
    ],
    ['leaves wrong types to the validator', Person, { pets: 'none' }, { pets: 'none' }, []],
    ['leaves null alone', Person, null, null, []],
    ['leaves a list in place of an object alone', Person, [{ nme: 1 }], [{ nme: 1 }], []],
    ['leaves members to a strict schema', Strict, { nme: 1 }, { nme: 1 }, []],
    [
      'treats null in optional members as absent',
      Person,
      { name: 'a', address: null, pets: [{ name: 'b' }] },
      { name: 'a', pets: [{ name: 'b' }] },
      [],
    ],
    [
      'leaves null in a required member to the validator',
      Person,
      { name: null },
      { name: null },
      [],
    ],
    ['keeps null where it is a value', Nullable, { a: null, b: null }, { a: null }, []],
    [
      'looks into the matching alternative',
      Nullable,
      { c: { d: null, e: 1 } },
      { c: {} },
      ['/c/e'],
    ],
    [
      'drops nulls at any depth of values without a schema',
      Open,
      { known: null, a: { b: null, c: [{ d: null, e: 1 }] } },
      { a: { c: [{ e: 1 }] } },
      [],
    ],
    [
      'leaves null to a strict schema',
      Strict,
      { name: 'a', nme: null },
      { name: 'a', nme: null },
      [],
    ],
    [
      'leaves null in a map to the validator',
      Person,
      { tags: { x: null } },
      { tags: { x: null } },
      [],
    ],
    ['escapes pointers', Person, { 'a/b~c': 1 }, {}, ['/a~1b~0c']],
    [
      'treats inherited names as unknown',
      Person,
      { constructor: 1, toString: 2, hasOwnProperty: 3 },
      {},
      ['/constructor', '/toString', '/hasOwnProperty'],
    ],
  ];
  for (const [title, schema, body, value, unknown] of rows) {
    it(title, () => assert.deepEqual(keepKnownMembers(schema, body), { value, unknown }));
  }

  it('drops __proto__ and does not change the prototype', () => {
    const body = JSON.parse('{"name":"a","__proto__":{"admin":true}}');
    const { value, unknown } = keepKnownMembers(Person, body);
    assert.deepEqual(unknown, ['/__proto__']);
    assert.equal(Object.getPrototypeOf(value), Object.prototype);
    assert.equal((value as { admin?: boolean }).admin, undefined);
  });

  it('reports a bounded number of unknown members', () => {
    const body = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`m${n}`, n]));
    const { value, unknown } = keepKnownMembers(Person, body);
    assert.deepEqual(value, {});
    assert.equal(unknown.length, 20);
  });

  it('does not change the body it was given', () => {
    const body = Object.freeze({ name: 'a', other: 1 });
    assert.deepEqual(keepKnownMembers(Person, body).value, { name: 'a' });
    assert.deepEqual(body, { name: 'a', other: 1 });
  });
});
