import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { afterEach, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../../test/support/eventually.ts';
import { canSchedule } from '../../test/support/scheduling.ts';
import { coreLists } from './processor-cores.ts';
import { ProcessorWait } from './processor-wait.ts';

const skip = !canSchedule() && 'needs Linux, util-linux and CAP_SYS_NICE';
const CORE = coreLists()?.background.split(',')[0] ?? '0';
/** A program that always wants to run, on one core. */
const BUSY = ['taskset', '--cpu-list', CORE, 'sh', '-c', 'while :; do :; done'];

describe('the wait for the processor', { skip }, () => {
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  function start(command: string, ...args: string[]): number {
    const child = spawn(command, args, { stdio: 'ignore' });
    children.push(child);
    return Number(child.pid);
  }

  it('is none for a process that sleeps', async () => {
    const wait = new ProcessorWait(start('sleep', '60'), 0);
    let at = 0;
    // The first looks see how it starts.
    await eventually('it sleeps', () => {
      at += 1_000;
      return wait.share(at) === 0;
    });
    assert.equal(wait.isKnown, true);
  });

  it('is none for threads of a process that only wait for each other', async () => {
    const program = `new (require('node:worker_threads').Worker)('while (true);', { eval: true }); while (true);`;
    const wait = new ProcessorWait(
      start('taskset', '--cpu-list', CORE, process.execPath, '--eval', program),
      performance.now(),
    );
    // Other tests may need the core, too, but not for good.
    await eventually('it runs', async () => {
      await delay(200);
      return wait.share(performance.now()) < 0.5;
    });
  });

  it('is nearly all the time for an idle process next to a busy one', async () => {
    start('taskset', ...BUSY.slice(1));
    const wait = new ProcessorWait(start('chrt', '--idle', '0', ...BUSY), performance.now());
    await eventually('it waits', async () => {
      await delay(200);
      return wait.share(performance.now()) > 0.9;
    });
  });

  it('is not known of a process that has ended', () => {
    const wait = new ProcessorWait(2 ** 31 - 1, 0);
    assert.equal(wait.isKnown, false);
    assert.equal(wait.share(1), 0);
  });
});
