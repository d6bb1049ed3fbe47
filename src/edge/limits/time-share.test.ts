import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { TimeShare } from './time-share.ts';

function shareOf(part: number) {
  const state = { now: 0 };
  const share = new TimeShare(part, () => state.now);
  /** Runs work of this duration, if there is time for it. */
  const work = (ms: number): boolean => {
    if (!share.hasTime()) return false;
    share.run(() => {
      state.now += ms;
    });
    return true;
  };
  return { share, state, work };
}

describe('a share of time', () => {
  it('is used up, and renewed in the next second', () => {
    const { state, work } = shareOf(0.05);
    assert.deepEqual([work(25), work(25), work(1)], [true, true, false]);
    state.now = 999;
    assert.equal(work(1), false);
    state.now = 1_000;
    assert.deepEqual([work(50), work(1)], [true, false]);
  });

  it('deducts excess time from later seconds', () => {
    const { state, work } = shareOf(0.05);
    assert.equal(work(170), true);
    const begun = [1_000, 2_000, 3_000, 4_000].map((at) => {
      state.now = at;
      return work(0);
    });
    assert.deepEqual(begun, [false, false, true, true]);
  });

  it('counts work that fails', () => {
    const { share, state } = shareOf(0.05);
    const fail = () => {
      state.now += 60;
      throw new Error('failed');
    };
    assert.throws(() => share.run(fail), /failed/);
    assert.equal(share.hasTime(), false);
  });

  it('reserves time for work that may use the whole share', () => {
    const { share, work } = shareOf(0.05);
    work(40);
    assert.deepEqual([share.hasTime(0.8), share.hasTime()], [false, true]);
  });

  it('is never exceeded by more than the last piece of work, over any time', () => {
    const steps = fc.array(fc.tuple(fc.nat(30), fc.nat(400)), { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(steps, (visits) => {
        const { state, work } = shareOf(0.05);
        let spent = 0;
        for (const [ms, pause] of visits) {
          if (work(ms)) spent += ms;
          const seconds = Math.floor(state.now / 1_000) + 1;
          assert.ok(spent <= seconds * 50 + 30, `${spent} ms in ${seconds} s`);
          state.now += pause;
        }
      }),
    );
  });
});
