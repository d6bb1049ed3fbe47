import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Steps, TimeSlices } from './time-slices.ts';

/** Keeps the processor busy. */
function spend(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

describe('time slices', () => {
  it('return the result of the work, and throw its errors', async () => {
    const slices = new TimeSlices({ workMs: 5 });
    assert.equal(
      await slices.run(
        (function* (): Steps<number> {
          yield;
          return 7;
        })(),
      ),
      7,
    );
    const failing = (function* (): Steps<void> {
      yield;
      throw new Error('broken');
    })();
    await assert.rejects(slices.run(failing), /broken/);
  });

  it('let the event loop run in between', async () => {
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    const work = (function* (): Steps<void> {
      for (let step = 0; step < 50; step++) {
        spend(2);
        yield;
      }
    })();
    await new TimeSlices({ workMs: 5 }).run(work);
    clearInterval(timer);
    // 100 ms in slices of 5 to 7 ms.
    assert.ok(turns >= 10, `${turns} turns`);
  });

  it('rest between slices', async () => {
    const slices = new TimeSlices({ workMs: 2, restMs: 4 });
    let worked = 0;
    const work = (function* (): Steps<void> {
      for (let step = 0; step < 10; step++) {
        const begin = performance.now();
        spend(2);
        worked += performance.now() - begin;
        yield;
      }
    })();
    const begin = performance.now();
    await slices.run(work);
    const rested = performance.now() - begin - worked;
    // After each of ten slices; a timer may be early by up to a millisecond.
    assert.ok(rested >= 30, `${rested} ms`);
  });

  it('begin without a rest when no slice preceded', async () => {
    const slices = new TimeSlices({ workMs: 60_000, restMs: 60_000 });
    await slices.run(
      (function* (): Steps<void> {
        yield;
      })(),
    );
  });

  it('hold many short pieces of work', async () => {
    const slices = new TimeSlices({ workMs: 60_000 });
    const order: string[] = [];
    await slices.run(
      (function* (): Steps<void> {
        yield;
      })(),
    );
    setImmediate(() => order.push('other'));
    for (let n = 0; n < 100; n++) {
      await slices.run(
        (function* (): Steps<void> {
          order.push('piece');
          yield;
        })(),
      );
    }
    assert.ok(!order.includes('other'));
  });
});
