import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ChangeNumbers } from './change-numbers.ts';

it('numbers of revisions stay bounded and are never too high', () => {
  const numbers = new ChangeNumbers();
  for (let revision = 1; revision <= 300; revision++) {
    numbers.published(revision, 10 * (revision - 1));
    numbers.built(10 * revision);
  }
  for (const revision of [0, 1, 150, 200, 201, 250, 299]) {
    const upTo = numbers.upTo(revision);
    assert.ok(upTo <= 10 * revision, `${revision}: ${upTo}`);
    if (revision > 201) assert.equal(upTo, 10 * revision);
  }
  assert.equal(numbers.upTo(300), 3_000);
});
