import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Type as TypeBox } from 'typebox';
import { Type } from './schema.ts';

/** One small schema for each way in which the product uses the builder. */
const samples = (build: typeof Type): Readonly<Record<string, object>> => {
  const members = {
    name: build.String({ minLength: 1 }),
    size: build.Optional(build.Integer({ minimum: 0 })),
    tags: build.Array(build.String(), { maxItems: 3 }),
  };
  const object = build.Object(members, { additionalProperties: false });
  return {
    object,
    'without members': build.Object({}),
    'with optional members only': build.Object({ a: build.Optional(build.Boolean()) }),
    partial: build.Partial(build.Object(members)),
    'partial of partial': build.Partial(build.Partial(build.Object(members))),
    required: build.Required(build.Partial(build.Object(members))),
    omitted: build.Omit(build.Object(members), ['name']),
    'a map': build.Record(build.String(), build.Number(), { minProperties: 1 }),
    'a map with a pattern': build.Record(build.String({ pattern: '^a$' }), build.Null()),
    choices: build.Enum(['a', 'b'], { description: 'one of them' }),
    alternatives: build.Union([build.Literal('current'), build.Literal(1), build.Literal(true)]),
    'a pair': build.Tuple([build.String(), build.Integer()]),
    anything: build.Unknown({ description: 'any value' }),
    unsafe: build.Unsafe<string>({ type: ['string', 'null'] }),
    'the same schema, optional once': build.Object({
      a: build.Optional(members.name),
      b: members.name,
    }),
  };
};

describe('schemas', () => {
  const wanted = samples(TypeBox);
  for (const [name, built] of Object.entries(samples(Type))) {
    it(`equal those of TypeBox: ${name}`, () => {
      assert.deepEqual(JSON.parse(JSON.stringify(built)), JSON.parse(JSON.stringify(wanted[name])));
    });
  }
});
