import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinedRepeats } from './joined-repeats.ts';

test('values of repeated names are joined if they may be pieces of an attack', () => {
  assert.deepEqual(
    joinedRepeats([
      ['id', "1'/*"],
      ['page', '2'],
      ['id', '*/or/*'],
      ['id', '*/1'],
    ]),
    [['id', "1'/*,*/or/*,*/1"]],
  );
});

test('lists of plain words are not joined', () => {
  assert.deepEqual(
    joinedRepeats([
      ['color', 'red'],
      ['color', 'dark-blue'],
      ['q', 'a b'],
    ]),
    [],
  );
  assert.deepEqual(
    joinedRepeats([
      ['tag', 'a b'],
      ['tag', 'c'],
    ]),
    [],
  );
});
