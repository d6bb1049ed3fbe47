import assert from 'node:assert/strict';
import { it } from 'node:test';
import { collectGarbage } from '../../test/support/collect-garbage.ts';
import { WeakTable } from './weak-table.ts';

it('a weak table returns the same object for a key, and makes it once', () => {
  const table = new WeakTable<{ name: string }>();
  let made = 0;
  const find = (name: string) =>
    table.getOrMake(name, () => {
      made += 1;
      return { name };
    });
  const first = find('a');
  assert.equal(find('a'), first);
  assert.notEqual(find('b'), first);
  assert.deepEqual([made, table.get('c')], [2, undefined]);
});

it('a weak table drops unreferenced objects and their keys', async () => {
  const table = new WeakTable<{ name: string }>();
  const kept = table.getOrMake('kept', () => ({ name: 'kept' }));
  for (let n = 0; n < 100; n++) table.getOrMake(`lost ${n}`, () => ({ name: `${n}` }));
  assert.equal(table.size, 101);
  while (table.size > 1) await collectGarbage();
  assert.equal(table.get('kept'), kept);
  assert.equal(table.get('lost 1'), undefined);
});

it('a weak table keeps a newer object for a key whose older one was collected', async () => {
  const table = new WeakTable<object>();
  table.set('key', {});
  const newer = {};
  table.set('key', newer);
  for (let n = 0; n < 5; n++) await collectGarbage();
  assert.equal(table.get('key'), newer);
  assert.equal(table.size, 1);
});
