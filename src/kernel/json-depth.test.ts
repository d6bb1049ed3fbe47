import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isDeeperThan, withoutDeepParts } from './json-depth.ts';

describe('the depth of a JSON text', () => {
  it('counts brackets that are open at the same time, outside of strings', () => {
    assert.equal(isDeeperThan('[[],[],{"a":[]}]', 3), false);
    assert.equal(isDeeperThan('[[],[],{"a":[]}]', 2), true);
    assert.equal(isDeeperThan('["[[[[\\"[[[["]', 1), false);
    assert.equal(isDeeperThan('['.repeat(5_000_000), 64), true);
  });

  const cases: readonly [text: string, expected: string][] = [
    ['{"a":[1,{"b":2}],"c":3}', '{"a":[1,null],"c":3}'],
    ['[[[[[]]]],[[[1]],2],3]', '[[null],[null,2],3]'],
    ['{"a":[["]]"],"x"],"b":1}', '{"a":[null,"x"],"b":1}'],
    ['{"q":"bad","a":[[[[', '{"q":"bad","a":[null'],
    ['{"a":{"b":1}}', '{"a":{"b":1}}'],
    [']]]][[[', ']]]][[['],
  ];
  for (const [text, expected] of cases) {
    it(`can be limited: ${text}`, () => assert.equal(withoutDeepParts(text, 2), expected));
  }

  it('is within the limit afterwards, and the levels within the limit are unchanged', () => {
    const deepen = (value: unknown, depth: number): unknown =>
      typeof value !== 'object' || value === null
        ? value
        : depth === 0
          ? null
          : Array.isArray(value)
            ? value.map((each) => deepen(each, depth - 1))
            : Object.fromEntries(
                Object.entries(value).map(([name, each]) => [name, deepen(each, depth - 1)]),
              );
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), fc.integer({ min: 1, max: 5 }), (text, limit) => {
        const bounded = withoutDeepParts(text, limit);
        assert.equal(isDeeperThan(bounded, limit), false);
        assert.deepEqual(JSON.parse(bounded), deepen(JSON.parse(text), limit));
      }),
    );
  });
});
