import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setImmediate as immediate } from 'node:timers/promises';
import fc from 'fast-check';
import { eventually } from '../../test/support/eventually.ts';
import { tempFolder } from '../../test/support/temp-folder.ts';
import { type Timed, TimerWheel } from './timer-wheel.ts';

const TICK_MS = 20;

function wheelAt(start: number, tickMs = 100) {
  let now = start;
  const wheel = new TimerWheel({ tickMs, now: () => now });
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
  const pass = (ms: number) => {
    now += ms;
  };
  return { wheel, fired, timed, moveTo, pass };
}

describe('a timer wheel', () => {
  it('fires deadlines at most a tick late, near and far, and never early', () => {
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

  it('follows postponed deadlines, and with a touch earlier ones', () => {
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

  it('does not fire removed entries, also if another deadline removes them', () => {
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

  it('does not count a pause of the process', async (test) => {
    const { wheel, fired, timed, pass } = wheelAt(0, 10);
    test.after(() => wheel.stop());
    timed('before', 500);
    wheel.start();
    pass(10);
    await eventually('it ticks', () => wheel.now() === 10);
    pass(5_000);
    // It is created in the same turn of the event loop as the pause, before the wheel has noticed the pause.
    timed('meanwhile', wheel.now() + 500);
    await eventually('it ticks again', () => wheel.now() > 10);
    assert.equal(wheel.now(), 20);
    timed('afterwards', wheel.now() + 500);
    for (let n = 0; n < 47; n++) {
      pass(10);
      await eventually('it ticks', () => wheel.now() === 30 + n * 10);
      assert.deepEqual(fired, []);
    }
    for (let n = 0; n < 8; n++) {
      pass(10);
      await eventually('it ticks', () => wheel.now() === 500 + n * 10);
    }
    assert.deepEqual(fired, ['before', 'meanwhile', 'afterwards']);
  });

  it('handles I/O that has arrived before it checks deadlines', async (test) => {
    const { wheel, fired, timed, pass } = wheelAt(0, TICK_MS);
    const folder = tempFolder();
    // Data written to a Unix socket is readable at once, however busy the machine is.
    const server = createServer().listen(join(folder.path, 'socket'));
    const accepted = once(server, 'connection');
    const client = connect(join(folder.path, 'socket'));
    const [socket] = (await accepted) as [Socket];
    test.after(() => {
      wheel.stop();
      client.destroy();
      server.close();
      folder.remove();
    });
    const waiting = timed('late', 2 * TICK_MS);
    const read = once(socket, 'data').then(() => {
      waiting.deadline = Number.POSITIVE_INFINITY;
    });
    // After this, the event loop runs timers first, and then I/O.
    await immediate();
    wheel.start();
    client.write('x');
    pass(3 * TICK_MS);
    for (const end = performance.now() + 2 * TICK_MS; performance.now() < end; );
    await read;
    await eventually('it ticks', () => wheel.now() === 3 * TICK_MS);
    await immediate();
    assert.deepEqual(fired, []);
  });

  it('fires every deadline once, whatever the times of the checks (property)', () => {
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
