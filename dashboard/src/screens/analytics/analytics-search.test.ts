import assert from 'node:assert/strict';
import { it } from 'node:test';
import { narrowed, shownIn } from './analytics-search.ts';

for (const [search, by, values] of [
  [{}, 'status_class', []],
  [{ tab: 'host' }, 'host', []],
  [{ tab: 'nothing' }, 'status_class', []],
  [{ tab: 'host', filter: ['action:block', 'action:log'] }, 'action', ['block', 'log']],
  [{ filter: ['action:block', 'host:a.test'] }, 'host', ['a.test']],
  [{ tab: 'host', filter: ['-action:block'] }, 'host', []],
] as const) {
  it(`reads ${JSON.stringify(search)}`, () => {
    const shown = shownIn(search);
    assert.deepEqual([shown.dimension.by, shown.values], [by, values]);
  });
}

it('limits the chart to a value, and the same click ends it', () => {
  const once = narrowed({ since: '-1h', filter: ['host:a.test'] }, 'action', 'block');
  assert.deepEqual(once, { since: '-1h', tab: 'action', filter: ['action:block'] });
  assert.deepEqual(narrowed(once, 'action', 'block'), { since: '-1h', tab: 'action' });
});
