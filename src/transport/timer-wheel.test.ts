import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Timed, TimerWheel } from './timer-wheel.ts';

function wheelAt(start: number) {
  let now = start;
  const wheel = new TimerWheel({ tickMs: 100, now: () => now });
  const fired: string[] = [];
  const timed = (name: string, deadline: number): Timed => {
    const it: Timed = {
      deadline,
      wheelEntry: undefined,
      onDeadline() {
        fired.push(name);
        it.deadline = Number.POSITIVE_INFINITY;
      },
    };
    wheel.add(it);
    return it;
  };
  const moveTo = (time: number) => {
    now = time;
    wheel.turn();
  };
  return { wheel, fired, timed, moveTo };
}

describe('a timer wheel', () => {
  it('notices deadlines within a tick, near and far, and never before', () => {
    const { fired, timed, moveTo } = wheelAt(1_050);
    timed('near', 1_250);
    timed('far', 100_000);
    timed('never', Number.POSITIVE_INFINITY);
    for (let time = 1_050; time < 1_250; time += 50) moveTo(time);
    assert.deepEqual(fired, []);
    moveTo(1_350);
    assert.deepEqual(fired, ['near']);
    for (let time = 1_400; time < 100_000; time += 100) moveTo(time);
    assert.deepEqual(fired, ['near']);
    moveTo(100_000);
    assert.deepEqual(fired, ['near', 'far']);
  });

  it('follows deadlines that are put off, and with a touch those that are brought forward', () => {
    const { wheel, fired, timed, moveTo } = wheelAt(0);
    const later = timed('later', 500);
    const sooner = timed('sooner', 20_000);
    later.deadline = 900;
    sooner.deadline = 300;
    wheel.touch(sooner);
    moveTo(600);
    assert.deepEqual(fired, ['sooner']);
    moveTo(1_000);
    assert.deepEqual(fired, ['sooner', 'later']);
  });

  it('forgets what was removed, also by another that ends', () => {
    const { wheel, fired, timed, moveTo } = wheelAt(0);
    const second: Timed = {
      deadline: 100,
      wheelEntry: undefined,
      onDeadline: () => fired.push('second'),
    };
    wheel.add({
      deadline: 100,
      wheelEntry: undefined,
      onDeadline() {
        fired.push('first');
        this.deadline = Number.POSITIVE_INFINITY;
        wheel.remove(second);
      },
    });
    wheel.add(second);
    wheel.remove(timed('gone', 100));
    moveTo(200);
    assert.deepEqual(fired, ['first']);
  });

  it('notices every deadline once, whenever it is looked at (property)', () => {
    const deadlines = fc.array(fc.integer({ min: 0, max: 60_000 }), { maxLength: 50 });
    const steps = fc.array(fc.integer({ min: 1, max: 40_000 }), { minLength: 3, maxLength: 20 });
    fc.assert(
      fc.property(deadlines, steps, (all, moves) => {
        const { fired, timed, moveTo } = wheelAt(0);
        for (const [n, deadline] of all.entries()) timed(String(n), deadline);
        let now = 0;
        for (const step of moves) {
          now += step;
          moveTo(now);
          const due = all.filter((deadline) => deadline <= now - 100).length;
          const possible = all.filter((deadline) => deadline <= now).length;
          assert.ok(fired.length >= due && fired.length <= possible);
        }
        assert.equal(new Set(fired).size, fired.length);
      }),
    );
  });
});
