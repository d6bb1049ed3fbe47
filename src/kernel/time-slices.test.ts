import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Steps, TimeSlices } from './time-slices.ts';

/** A clock that moves when work is done, and counts its rests. */
class WorkClock {
  readonly rests: number[] = [];
  #now = 0;

  tick(): number {
    return this.#now;
  }

  async sleep(ms: number): Promise<void> {
    this.rests.push(ms);
  }

  *work(steps: number, stepMs: number): Steps<void> {
    for (let step = 0; step < steps; step++) {
      this.#now += stepMs;
      yield;
    }
  }
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

  it('let other work of the process have its turn', async () => {
    const clock = new WorkClock();
    let turns = 0;
    const other = () => {
      turns += 1;
      next = setImmediate(other);
    };
    let next = setImmediate(other);
    await new TimeSlices({ workMs: 5 }, clock).run(clock.work(50, 2));
    clearImmediate(next);
    // After every third step.
    assert.equal(turns, 16);
  });

  it('rest between slices', async () => {
    const clock = new WorkClock();
    await new TimeSlices({ workMs: 2, restMs: 4 }, clock).run(clock.work(10, 2));
    assert.deepEqual(
      clock.rests,
      Array.from({ length: 10 }, () => 4),
    );
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
