import assert from 'node:assert/strict';
import { it } from 'node:test';
import { HEX_ID_PATTERN } from '../../kernel/hex-id.ts';
import { type TSchema, Type } from '../../kernel/schema.ts';
import { limitTexts, typeText } from './schema-text.ts';

const cases: readonly [schema: TSchema, type: string, limits?: string][] = [
  [Type.String(), 'text'],
  [Type.String({ minLength: 1 }), 'text', 'not empty'],
  [Type.String({ minLength: 3, maxLength: 5000 }), 'text', '3 to 5,000 characters'],
  [Type.String({ pattern: '^[a-z]+$' }), 'text', 'matches ^[a-z]+$'],
  [Type.String({ pattern: '^[a-z]+$', 'x-expected': 'a word' }), 'text', 'a word'],
  [Type.String({ pattern: HEX_ID_PATTERN }), 'id'],
  [Type.String({ format: 'date-time' }), 'time'],
  [Type.Integer({ minimum: 1 }), 'whole number', 'at least 1'],
  [Type.Number({ maximum: 1 }), 'number', 'at most 1'],
  [Type.Union([Type.Boolean(), Type.Enum(['true'])]), 'boolean or text', 'only true'],
  [Type.Union([Type.Number(), Type.Null()]), 'number or null'],
  [Type.Enum(['', 'off']), 'text', 'one of "", off'],
  [Type.Enum([10, 60]), 'number', 'one of 10, 60'],
  [Type.Array(Type.String(), { maxItems: 5 }), 'list of text', 'at most 5 items'],
  [Type.Array(Type.Enum(['a', 'b'])), 'list of text', 'each one of a, b'],
  [Type.Array(Type.Integer()), 'list of whole numbers'],
  [Type.Record(Type.String(), Type.Number()), 'map of numbers'],
  [Type.Object({ a: Type.String() }), 'object'],
  [Type.Unknown(), 'any value'],
];

it('describes types and limits in words', () => {
  for (const [schema, type, limits = ''] of cases) {
    assert.equal(typeText(schema), type);
    assert.equal(limitTexts(schema).join('; '), limits, type);
  }
});
