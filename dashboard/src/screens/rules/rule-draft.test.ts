import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { changesBetween, draftedRules, movedTo } from './rule-draft.ts';

const rules = (ids: string) =>
  [...ids].map((id) => ({ id: id.toLowerCase(), enabled: id === id.toLowerCase() }));

/** Capital letters are rules that are off. */
for (const [before, after, changes] of [
  ['abc', 'abc', []],
  ['abc', 'bca', [{ id: 'a', behind: 'c' }]],
  ['abc', 'cab', [{ id: 'c', behind: '' }]],
  ['abc', 'aBc', [{ id: 'b', enabled: false }]],
  ['abC', 'cab', [{ id: 'c', enabled: true, behind: '' }]],
  ['abcd', 'acbd', [{ id: 'b', behind: 'c' }]],
] as const) {
  it(`changes ${before} to ${after}`, () => {
    const actual = changesBetween(rules(before), rules(after));
    assert.equal(actual.length, changes.length);
    assert.equal(applied(rules(before), actual), after);
    if (before !== 'abcd') assert.deepEqual(actual, changes);
  });
}

it('reaches every order, one call after the other', () => {
  const ids = [...'abcdefg'];
  const order = fc.shuffledSubarray(ids, { minLength: ids.length, maxLength: ids.length });
  fc.assert(
    fc.property(order, (wanted) => {
      const changes = changesBetween(rules('abcdefg'), rules(wanted.join('')));
      assert.equal(applied(rules('abcdefg'), changes), wanted.join(''));
      assert.ok(changes.length < ids.length);
    }),
  );
});

it('keeps rules that others have added, behind all others', () => {
  const drafted = draftedRules(rules('abcd'), { order: ['c', 'a', 'b'], enabled: new Map() });
  assert.deepEqual(
    drafted.map(({ id }) => id),
    ['c', 'a', 'b', 'd'],
  );
});

it('moves a rule to a position', () => {
  assert.deepEqual(movedTo(['a', 'b', 'c'], 'a', 2), ['b', 'c', 'a']);
  assert.deepEqual(movedTo(['a', 'b', 'c'], 'c', 0), ['c', 'a', 'b']);
});

/** As the API does it. */
function applied(
  list: readonly { id: string; enabled: boolean }[],
  changes: ReturnType<typeof changesBetween>,
): string {
  let now = [...list];
  for (const { id, enabled, behind } of changes) {
    now = now.map((rule) => (rule.id === id ? { id, enabled: enabled ?? rule.enabled } : rule));
    if (behind === undefined) continue;
    const rule = now.find((each) => each.id === id);
    if (!rule) throw new Error(`there is no rule ${id}`);
    const others = now.filter((each) => each !== rule);
    const at = behind === '' ? 0 : others.findIndex((each) => each.id === behind) + 1;
    now = others.toSpliced(at, 0, rule);
  }
  return now.map(({ id, enabled }) => (enabled ? id : id.toUpperCase())).join('');
}
