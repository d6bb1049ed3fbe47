import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EventBatcher } from './event-batcher.ts';

describe('EventBatcher', () => {
  function batcher() {
    const batches: (readonly unknown[])[] = [];
    const publisher = {
      async publish(_topic: string, payloads: readonly unknown[]) {
        batches.push(payloads);
        return { accepted: true };
      },
    };
    return { batches, events: new EventBatcher<number>(publisher, 'logs') };
  }

  it('hands events over 50 ms after the first of them', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { batches, events } = batcher();
    events.add(1);
    t.mock.timers.tick(49);
    events.add(2);
    assert.deepEqual(batches, []);
    t.mock.timers.tick(1);
    assert.deepEqual(batches, [[1, 2]]);
    t.mock.timers.tick(1_000);
    events.add(3);
    t.mock.timers.tick(50);
    assert.deepEqual(batches, [[1, 2], [3]]);
  });

  it('hands a full batch over at once', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { batches, events } = batcher();
    for (let n = 0; n < 513; n++) events.add(n);
    assert.deepEqual(
      batches.map(({ length }) => length),
      [512],
    );
    t.mock.timers.tick(50);
    assert.deepEqual(batches.at(-1), [512]);
  });
});
