import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { hasRepeatedMember } from './json-members.ts';
import { judgeJson } from './strict-json.ts';

const isRepeated = (text: string) => hasRepeatedMember(text, JSON.parse(text));

it('finds members that an object has twice, also if their names are escaped', () => {
  for (const text of [
    '{"a":1,"a":1}',
    '{"a":1,"\\u0061":2}',
    '[0,{"b":{"\\\\":[],"\\\\":0}}]',
    '{"__proto__":1,"__proto__":2}',
  ]) {
    assert.ok(isRepeated(text), text);
  }
  for (const text of ['{"a":{"a":1},"b":":"}', '["a:","a\\"",":\\\\"]', '{"__proto__":{}}', '1']) {
    assert.ok(!isRepeated(text), text);
  }
});

it('agrees with the strict parser on any text', () => {
  const name = fc.constantFrom('a', '\\u0061', 'b', '"', '\\', ':', '');
  const written = name.map((text) => (text.startsWith('\\u') ? `"${text}"` : JSON.stringify(text)));
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      written,
      fc.constantFrom('1', 'null', ' true '),
      fc.array(tie('value')).map((items) => `[${items.join(' , ')}]`),
      fc
        .array(fc.tuple(written, tie('value')), { maxLength: 4 })
        .map((members) => `{${members.map(([key, item]) => `${key} : ${item}`).join()}}`),
    ),
  }));
  fc.assert(
    fc.property(value, (text) => {
      assert.equal(isRepeated(text as string), judgeJson(text as string) !== 'sound');
    }),
    { numRuns: 2_000 },
  );
});
