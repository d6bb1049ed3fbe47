import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  applyHeaderChanges,
  changeFlatHeaders,
  type HeaderChange,
  pairsOf,
} from './header-changes.ts';

const change = (operation: HeaderChange['operation'], name: string, value = ''): HeaderChange => ({
  operation,
  name,
  value,
});

describe('changes of headers', () => {
  const headers: [string, string][] = [
    ['A', '1'],
    ['b', '2'],
    ['a', '3'],
  ];
  const cases: readonly [string, readonly HeaderChange[], readonly [string, string][]][] = [
    ['no changes', [], headers],
    [
      'set replaces all headers of a name, in any case',
      [change('set', 'a', 'x')],
      [
        ['b', '2'],
        ['a', 'x'],
      ],
    ],
    ['add keeps existing headers', [change('add', 'b', 'x')], [...headers, ['b', 'x']]],
    ['remove removes all headers of a name', [change('remove', 'a')], [['b', '2']]],
    ['remove without such a header changes nothing', [change('remove', 'c')], headers],
    [
      'several, in order',
      [change('add', 'c', '1'), change('remove', 'c'), change('add', 'c', '2')],
      [...headers, ['c', '2']],
    ],
  ];
  for (const [name, changes, expected] of cases) {
    it(`take effect: ${name}`, () => {
      assert.deepEqual(applyHeaderChanges(headers, changes), expected);
    });
  }

  it('are the same for pairs and for flat lists', () => {
    // Few names in few spellings, so that they collide.
    const name = fc.constantFrom('a', 'A', 'b', 'x-c', 'X-C');
    const pairs = fc.array(fc.tuple(name, fc.string()));
    const changes = fc.array(
      fc.record({
        name: name.map((each) => each.toLowerCase()),
        operation: fc.constantFrom('set', 'add', 'remove'),
        value: fc.string(),
      }),
    );
    fc.assert(
      fc.property(pairs, changes, (before, list) => {
        const flat = before.flat();
        changeFlatHeaders(flat, list);
        assert.deepEqual(pairsOf(flat), applyHeaderChanges(before, list));
      }),
    );
  });

  it('do not modify the original headers', () => {
    const before = structuredClone(headers);
    applyHeaderChanges(headers, [change('set', 'a', 'x'), change('remove', 'b')]);
    assert.deepEqual(headers, before);
  });
});
