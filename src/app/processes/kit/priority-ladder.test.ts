import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PriorityLadder } from './priority-ladder.ts';

const STARVED = 0.91;
const WELL = 0.9;

describe('the priority of a process in the background', () => {
  /** One look a second. */
  function climb(patienceMs?: number) {
    const ladder = new PriorityLadder({
      catchUpMs: 5_000,
      ...(patienceMs && { patienceMs }),
    });
    let at = 0;
    return (waited: number, looks = 1, isBehind = false) =>
      Array.from({ length: looks }, () => {
        at += 1_000;
        return ladder.next({ at, waited, isBehind });
      });
  }

  it('is idle while it gets enough time', () => {
    assert.deepEqual(climb()(WELL, 3), ['idle', 'idle', 'idle']);
  });

  it('is low once it got none, until it has caught up', () => {
    const look = climb();
    assert.deepEqual(look(STARVED), ['low']);
    assert.deepEqual(look(WELL, 5), ['low', 'low', 'low', 'low', 'idle']);
  });

  it('is low for as long as it is behind', () => {
    const look = climb();
    assert.deepEqual(look(WELL, 2, true), ['low', 'low']);
    assert.deepEqual(look(WELL), ['idle']);
  });

  it('is normal when a low one was not enough for long', () => {
    const look = climb(3_000);
    assert.deepEqual(look(STARVED, 5), ['low', 'low', 'low', 'normal', 'normal']);
    assert.deepEqual(look(WELL, 5), ['normal', 'normal', 'normal', 'normal', 'idle']);
  });

  it('is not normal when a low one was enough in between', () => {
    const look = climb(3_000);
    assert.deepEqual(look(STARVED, 3), ['low', 'low', 'low']);
    assert.deepEqual(look(WELL), ['low']);
    assert.deepEqual(look(STARVED, 3), ['low', 'low', 'low']);
  });

  it('is low when it has caught up at a normal one and is still behind', () => {
    const look = climb(1_000);
    assert.deepEqual(look(STARVED, 2), ['low', 'normal']);
    assert.equal(look(WELL, 5, true).at(-1), 'low');
  });

  it('is never normal if it must not be', () => {
    assert.ok(climb()(STARVED, 100).every((priority) => priority === 'low'));
  });
});
