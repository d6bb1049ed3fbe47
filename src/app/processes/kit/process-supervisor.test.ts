import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { constants, getPriority } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, it } from 'node:test';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { tempFolder } from '../../../../test/support/temp-folder.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { isDiskFull } from '../../../kernel/disk-errors/disk-full.ts';
import { metricsText } from '../../../telemetry/metrics-text.ts';
import type { SampleChannel } from '../fixtures/sample-process.ts';
import type { ProcessKind } from './process-kind.ts';
import { ProcessSupervisor } from './process-supervisor.ts';

type Report = SampleChannel['report'];

interface Sample {
  readonly supervisor: ProcessSupervisor<SampleChannel>;
  /** `started`, `serving`, `ended` as the telemetry gets them; reports of processes under their event. */
  readonly events: EventEmitter;
  /** Process id by slot. */
  readonly running: Map<number, number>;
  readonly starts: number;
  readonly mostPerSlot: number;
}

const opened: { stop(): Promise<void> }[] = [];

/** A supervisor of real processes. */
function sample(
  parts: Partial<ProcessKind<SampleChannel>>,
  { clock }: { clock?: Clock } = {},
): Sample {
  const events = new EventEmitter();
  const running = new Map<number, number>();
  const counts = { starts: 0, mostPerSlot: 0 };
  const inSlot = new Map<number, number>();
  const count = (slot: number, by: number) => {
    const now = (inSlot.get(slot) ?? 0) + by;
    inSlot.set(slot, now);
    counts.mostPerSlot = Math.max(counts.mostPerSlot, now);
  };
  const supervisor = new ProcessSupervisor<SampleChannel>({
    kind: {
      name: 'sample',
      main: new URL('../fixtures/sample-process.ts', import.meta.url),
      count: 1,
      nodeFlags: [],
      drainMs: 10_000,
      isRequired: true,
      isNeeded: () => true,
      start: () => ({ text: 'first' }),
      onReport: (slot, report) => events.emit(report.event, report, slot),
      onEnd(slot) {
        running.delete(slot);
        count(slot, -1);
        events.emit('gone', slot);
      },
      ...parts,
    },
    logging: { logLevel: 'error', prettyLogs: false },
    telemetry: {
      started(slot, pid) {
        counts.starts += 1;
        count(slot, 1);
        running.set(slot, Number(pid));
        events.emit('started', slot);
      },
      serving: (serving) => events.emit('count', serving),
      ended: (slot, exit) => events.emit('ended', slot, exit),
    },
    reportDiskFull: (error) => events.emit('disk full', error),
    ...(clock && { clock }),
  });
  opened.push(supervisor);
  return {
    supervisor,
    events,
    running,
    get starts() {
      return counts.starts;
    },
    get mostPerSlot() {
      return counts.mostPerSlot;
    },
  };
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const kill = ({ running }: Sample, slot = 1) => process.kill(Number(running.get(slot)), 'SIGKILL');

/** Resolves when this many processes serve. */
async function serving({ events }: Sample, count: number): Promise<void> {
  while ((await once(events, 'count'))[0] !== count);
}

/** A socket on which processes block until the test lets them continue. */
async function openGate() {
  const folder = tempFolder();
  const waiting: Socket[] = [];
  const arrivals = new EventEmitter();
  const server = createServer((socket) => {
    waiting.push(socket);
    arrivals.emit('arrival');
  });
  const path = join(folder.path, 'gate');
  server.listen(path);
  await once(server, 'listening');
  opened.push({
    async stop() {
      server.close();
      folder.remove();
    },
  });
  return {
    path,
    /** Resolves when a process waits. */
    arrival: async () => {
      if (waiting.length === 0) await once(arrivals, 'arrival');
    },
    open: () => waiting.shift()?.end(),
  };
}

describe('process supervisor', () => {
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.stop();
  });

  it('starts as many processes as the kind has, and leaves none when it stops', async () => {
    const two = sample({ count: 2, start: (slot) => ({ text: `slot ${slot}` }) });
    const texts: string[] = [];
    two.events.on('serving', (report: Report) => texts.push(...report.texts));
    await two.supervisor.start();
    assert.equal(two.supervisor.isServing, true);
    assert.deepEqual(texts.sort(), ['slot 1', 'slot 2']);
    const pids = [...two.running.values()];
    assert.deepEqual(pids.map(isAlive), [true, true]);
    await two.supervisor.stop();
    assert.deepEqual(pids.map(isAlive), [false, false]);
    assert.equal(two.supervisor.isServing, false);
    await two.supervisor.stop();
  });

  it('starts again after a stop', async () => {
    const one = sample({});
    for (const starts of [1, 2]) {
      await one.supervisor.start();
      assert.equal(one.supervisor.isServing, true);
      assert.equal(one.starts, starts);
      await one.supervisor.stop();
    }
  });

  it('replaces a killed process, which starts with the current state', async () => {
    let text = 'old';
    const one = sample({ start: () => ({ text }) });
    await one.supervisor.start();
    const [before] = one.running.values();
    text = 'new';
    const ended = once(one.events, 'ended');
    const served = once(one.events, 'serving');
    kill(one);
    assert.deepEqual(await ended, [1, { code: null, signal: 'SIGKILL' }]);
    assert.deepEqual(await served, [{ event: 'serving', texts: ['new'] }, 1]);
    assert.notEqual(one.running.get(1), before);
  });

  it('keeps a process that receives the signals of its primary', async () => {
    const one = sample({});
    await one.supervisor.start();
    const [pid = 0] = one.running.values();
    for (const signal of ['SIGINT', 'SIGHUP', 'SIGUSR2'] as const) process.kill(pid, signal);
    const updated = once(one.events, 'updated');
    one.supervisor.publish('still there');
    await updated;
    assert.deepEqual([...one.running.values()], [pid]);
  });

  it('delivers the updates that are sent while a process starts, before it serves', async () => {
    const gate = await openGate();
    const one = sample({ start: () => ({ text: 'first', startGate: gate.path }) });
    // This update is dropped, because the start message has the current state.
    const starting = one.supervisor.start();
    one.supervisor.publish('before the start message');
    await gate.arrival();
    one.supervisor.publish('second');
    one.supervisor.publish('third');
    const served = once(one.events, 'serving');
    gate.open();
    assert.deepEqual(await served, [{ event: 'serving', texts: ['first', 'second', 'third'] }, 1]);
    await starting;
  });

  it('delivers a long series of updates in order, after the first updates, and creates it lazily', async () => {
    const count = 40;
    const made: string[] = [];
    const series = (name: string) => ({
      *[Symbol.iterator]() {
        for (let n = 0; n < count; n++) {
          made.push(name);
          yield `${name} ${n} ${'x'.repeat(10_000)}`;
        }
      },
    });
    const one = sample({ firstUpdates: () => series('first') });
    await one.supervisor.start();
    one.supervisor.publishSeries(series('later'));
    one.supervisor.publish('last');
    const madeAtOnce = made.filter((name) => name === 'later').length;
    assert.ok(madeAtOnce < count, `${madeAtOnce} of ${count} were created at once`);
    for (;;) {
      const [report] = (await once(one.events, 'updated')) as [Report];
      if (report.texts.at(-1) !== 'last') continue;
      const names = report.texts.slice(1).map((text) => text.split(' ', 2).join(' '));
      const numbers = Array.from({ length: count }, (_, n) => n);
      assert.deepEqual(names, [
        ...numbers.map((n) => `first ${n}`),
        ...numbers.map((n) => `later ${n}`),
        'last',
      ]);
      return;
    }
  });

  it('keeps a process that cannot apply an update', async () => {
    const one = sample({});
    await one.supervisor.start();
    const updated = once(one.events, 'updated');
    one.supervisor.publish('bad');
    one.supervisor.publish('good');
    assert.deepEqual(await updated, [{ event: 'updated', texts: ['first', 'good'] }, 1]);
    assert.equal(one.starts, 1);
  });

  it('reports that a process has found the disk full', async () => {
    const one = sample({});
    await one.supervisor.start();
    const reported = once(one.events, 'disk full');
    one.supervisor.publish('full');
    const [error] = await reported;
    assert.deepEqual([isDiskFull(error), error.message], [true, 'no space']);
  });

  it('does not send an update to the process that it came from', async () => {
    const three = sample({ count: 3 });
    await three.supervisor.start();
    const slots: number[] = [];
    three.events.on('updated', (report: Report, slot: number) => {
      if (report.texts.at(-1) === 'from 2') slots.push(slot);
    });
    three.supervisor.publish('from 2', 2);
    three.supervisor.publish('for all');
    while ((await once(three.events, 'updated'))[1] !== 2);
    await three.supervisor.stop();
    assert.deepEqual(slots.sort(), [1, 3]);
  });

  it('delays the replacement of processes that end early, but not of those that lived for a while', async () => {
    const clock = new ManualClock();
    let isBroken = true;
    const one = sample({ isRequired: false, start: () => ({ text: 'x', isBroken }) }, { clock });
    const died = async () => assert.deepEqual(await once(one.events, 'ended'), [1, exit3]);
    const exit3 = { code: 3, signal: null };
    await one.supervisor.start();
    await died();
    await died();
    // The second process replaced the first at once. The third waits for 25 to 50 ms.
    assert.equal(one.starts, 2);
    await clock.advance(24);
    assert.equal(one.starts, 2);
    const third = died();
    await clock.advance(26);
    assert.equal(one.starts, 3);
    await third;
    await clock.advance(49);
    assert.equal(one.starts, 3);
    isBroken = false;
    const served = serving(one, 1);
    await clock.advance(51);
    assert.equal(one.starts, 4);
    await served;
    await clock.advance(5_000);
    const replaced = serving(one, 1);
    kill(one);
    await replaced;
    assert.equal(one.starts, 5);
  });

  it('does not start a process after a delay if it was stopped meanwhile', async () => {
    const clock = new ManualClock();
    const one = sample(
      { isRequired: false, start: () => ({ text: 'x', isBroken: true }) },
      { clock },
    );
    await one.supervisor.start();
    await once(one.events, 'ended');
    await once(one.events, 'ended');
    await one.supervisor.stop();
    await clock.advance(60_000);
    assert.equal(one.starts, 2);
    assert.equal(clock.sleeping, 0);
  });

  it('fails to start when a required process ends instead, and stops the others', async () => {
    const two = sample({ count: 2, start: (slot) => ({ text: 'x', isBroken: slot === 2 }) });
    await assert.rejects(two.supervisor.start(), {
      code: 'process_did_not_start',
      message: /of the kind "sample" ended while it was starting/,
    });
    assert.equal(two.running.size, 0);
  });

  it('waits for a process that drains', async () => {
    const gate = await openGate();
    const one = sample({ start: () => ({ text: 'first', drainGate: gate.path }) });
    await one.supervisor.start();
    let isStopped = false;
    const stopping = one.supervisor.stop().then(() => {
      isStopped = true;
    });
    await gate.arrival();
    assert.equal(isStopped, false);
    gate.open();
    await stopping;
    assert.equal(one.running.size, 0);
  });

  it('runs background processes at a lower priority, with all their threads', async () => {
    const one = sample({ isBackground: true });
    await one.supervisor.start();
    const pid = Number(one.running.get(1));
    const threads = process.platform === 'linux' ? readdirSync(`/proc/${pid}/task`) : [pid];
    const lower = Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL);
    for (const thread of threads) assert.equal(getPriority(Number(thread)), lower);
  });

  it('kills a process that hangs when it should end', async () => {
    const clock = new ManualClock();
    const one = sample({ drainMs: 3_000, start: () => ({ text: 'x', hangs: true }) }, { clock });
    await one.supervisor.start();
    const pid = Number(one.running.get(1));
    const draining = once(one.events, 'draining');
    const stopping = one.supervisor.stop();
    await draining;
    await clock.advance(2_999);
    assert.equal(isAlive(pid), true);
    await clock.advance(1);
    await stopping;
    assert.equal(isAlive(pid), false);
    assert.equal(clock.sleeping, 0);
  });

  it('gathers the metrics of all processes', async () => {
    // The time to respond does not end.
    const two = sample({ count: 2 }, { clock: new ManualClock() });
    assert.deepEqual(await two.supervisor.measure(), []);
    await two.supervisor.start();
    two.supervisor.publish('second');
    const text = await metricsText(await two.supervisor.measure());
    assert.match(text, /^palisade_sample_updates_total 2$/m);
  });

  it('gathers no metrics of a process that does not respond in time', async () => {
    const clock = new ManualClock();
    const one = sample({ start: () => ({ text: 'x', hangs: true }) }, { clock });
    await one.supervisor.start();
    const draining = once(one.events, 'draining');
    process.kill(Number(one.running.get(1)), 'SIGTERM');
    await draining;
    const measured = one.supervisor.measure();
    await clock.advance(500);
    assert.deepEqual(await measured, []);
    const killed = one.supervisor.measure();
    const replaced = serving(one, 1);
    kill(one);
    assert.deepEqual(await killed, []);
    await replaced;
    const stopping = one.supervisor.stop();
    await clock.advance(10_000);
    await stopping;
  });

  describe('on demand', () => {
    it('starts processes when they are needed and drains them when they no longer are', async () => {
      let isNeeded = false;
      const one = sample({ isNeeded: () => isNeeded });
      await one.supervisor.start();
      one.supervisor.reconcile();
      assert.equal(one.starts, 0);
      assert.equal(one.supervisor.isMissing, false);
      one.supervisor.publish('dropped, because no process runs');

      isNeeded = true;
      const served = serving(one, 1);
      one.supervisor.reconcile();
      one.supervisor.reconcile();
      assert.equal(one.supervisor.isMissing, true);
      await served;
      assert.deepEqual([one.starts, one.supervisor.isMissing], [1, false]);

      isNeeded = false;
      const gone = once(one.events, 'gone');
      one.supervisor.reconcile();
      assert.equal(one.supervisor.isMissing, false);
      await gone;
      assert.equal(one.running.size, 0);
    });

    it('starts no process before the one that drains has ended', async () => {
      const gate = await openGate();
      let isNeeded = true;
      const one = sample({
        isNeeded: () => isNeeded,
        start: () => ({ text: 'first', drainGate: gate.path }),
      });
      await one.supervisor.start();
      isNeeded = false;
      one.supervisor.reconcile();
      await gate.arrival();
      isNeeded = true;
      const served = serving(one, 1);
      one.supervisor.reconcile();
      assert.deepEqual([one.starts, one.supervisor.isMissing], [1, true]);
      gate.open();
      await served;
      assert.deepEqual([one.starts, one.mostPerSlot], [2, 1]);
      const stopping = one.supervisor.stop();
      await gate.arrival();
      gate.open();
      await stopping;
    });

    it('does not fail the start when processes are no longer needed before they serve', async () => {
      const gate = await openGate();
      let isNeeded = true;
      const one = sample({
        isNeeded: () => isNeeded,
        start: () => ({ text: 'first', startGate: gate.path }),
      });
      const starting = one.supervisor.start();
      await gate.arrival();
      isNeeded = false;
      one.supervisor.reconcile();
      await starting;
      await one.supervisor.stop();
      assert.equal(one.running.size, 0);
    });

    it('follows `isNeeded` at any moment, with at most one process per slot', async () => {
      let isNeeded = false;
      const two = sample({ count: 2, isNeeded: () => isNeeded });
      const moments = [
        async () => {},
        () => once(two.events, 'started'),
        () => serving(two, 1),
        () => serving(two, 2),
      ];
      await two.supervisor.start();
      for (const [n, moment] of [...moments, ...moments].entries()) {
        isNeeded = true;
        const reached = moment();
        two.supervisor.reconcile();
        await reached;
        isNeeded = false;
        two.supervisor.reconcile();
        if (n % 3 === 0 && two.running.size > 0) await once(two.events, 'gone');
      }
      isNeeded = true;
      const served = serving(two, 2);
      two.supervisor.reconcile();
      await served;
      assert.equal(two.mostPerSlot, 1);
      assert.deepEqual([...two.running.values()].map(isAlive), [true, true]);
      await two.supervisor.stop();
      assert.equal(two.running.size, 0);
    });

    it('never reports processes as missing that are not required', async () => {
      const one = sample({ isRequired: false });
      const served = serving(one, 1);
      await one.supervisor.start();
      assert.deepEqual([one.supervisor.isServing, one.supervisor.isMissing], [false, false]);
      await served;
    });
  });
});
