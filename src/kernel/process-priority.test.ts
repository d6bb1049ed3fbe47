import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Readable } from 'node:stream';
import { afterEach, describe, it } from 'node:test';
import { eventually } from '../../test/support/eventually.ts';
import { canSchedule, schedulingOf } from '../../test/support/scheduling.ts';
import { ProcessPriority } from './process-priority.ts';

const skip = !canSchedule('setpriv') && 'needs Linux, util-linux and CAP_SYS_NICE';

const coresOf = (pid: number | string) =>
  /Cpus_allowed_list:\s*(.*)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];

/** Sets priorities of itself one after the other, and prints after each what it has. */
const PROGRAM = `
  const { ProcessPriority } = await import(${JSON.stringify(new URL('./process-priority.ts', import.meta.url).href)});
  const { schedulingOf } = await import(${JSON.stringify(new URL('../../test/support/scheduling.ts', import.meta.url).href)});
  const priority = new ProcessPriority(process.pid);
  for (const wanted of ['idle', 'low', 'normal']) {
    await priority.set(wanted);
    console.log(schedulingOf(process.pid));
  }
`;

describe('the priority of a process', { skip, timeout: 60_000 }, () => {
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  async function textOf(stdout: Readable): Promise<string> {
    return (await Array.fromAsync(stdout.setEncoding('utf8'))).join('');
  }

  function start(command: string, ...args: string[]) {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(child);
    return child;
  }

  it('can be idle, low and normal, and idle on some of the cores only', async () => {
    const { pid = 0 } = start('sleep', '60');
    const priority = new ProcessPriority(pid);
    const [all, some] = [true, availableParallelism() === 1];
    for (const [wanted, expected, usesAll] of [
      ['idle', 'idle 10', some],
      ['idle', 'idle 10', some],
      ['low', 'other 10', all],
      ['normal', 'other 0', all],
      ['idle', 'idle 10', some],
    ] as const) {
      await priority.set(wanted);
      assert.equal(schedulingOf(pid), expected);
      assert.equal(coresOf(pid) === coresOf('self'), usesAll);
    }
    priority.release();
  });

  it('is that of all threads', async () => {
    const program = 'setInterval(() => {}, 1_000); console.log()';
    const { pid = 0, stdout } = start(process.execPath, '--eval', program);
    await once(stdout, 'data');
    const priority = new ProcessPriority(pid);
    await priority.set('idle');
    const threads = readdirSync(`/proc/${pid}/task`);
    assert.ok(threads.length > 1);
    assert.deepEqual(new Set(threads.map((id) => schedulingOf(Number(id)))), new Set(['idle 10']));
    priority.release();
  });

  it('is low for good where there is no way back', async () => {
    const rights = ['--bounding-set', '-sys_nice', '--inh-caps', '-sys_nice'];
    const program = [process.execPath, '--input-type=module', '--eval', PROGRAM];
    const { stdout } = start('setpriv', ...rights, ...program);
    assert.equal(await textOf(stdout), 'other 10\n'.repeat(3));
  });

  it('is low at least without the commands', async () => {
    const program = PROGRAM.replace(/\['idle'.*?\]/, "['idle', 'low']");
    const args = ['--input-type=module', '--eval', program];
    const { stdout } = start('/usr/bin/env', 'PATH=/nowhere', process.execPath, ...args);
    assert.equal(await textOf(stdout), 'other 10\n'.repeat(2));
  });

  it('can be set as often as one likes', async () => {
    const many = PROGRAM.replace(/\['idle'.*?\]/, "Array(30).fill(['idle', 'low']).flat()");
    const command = `"$0" --input-type=module --eval "$1" 2>&1`;
    for (const prefix of [[], ['setpriv', '--bounding-set', '-sys_nice']]) {
      const [first = 'sh', ...rest] = [...prefix, 'sh', '-c', command, process.execPath, many];
      const text = await textOf(start(first, ...rest).stdout);
      assert.deepEqual(
        text.split('\n').filter((line) => !/^(idle|other) 10$/.test(line)),
        [''],
      );
    }
  });

  it('can be set again when the shell that sets it was killed', async () => {
    const { pid = 0 } = start('sleep', '60');
    const priority = new ProcessPriority(pid);
    await priority.set('idle');
    const ofThisProcess = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8');
    const shell = Number(ofThisProcess.trim().split(' ').at(-1));
    assert.match(readFileSync(`/proc/${shell}/cmdline`, 'utf8'), new RegExp(`--pid 0 ${pid}\n`));
    process.kill(shell, 'SIGKILL');
    await eventually('it is low', async () => {
      await priority.set('normal');
      await priority.set('low');
      return schedulingOf(pid) === 'other 10';
    });
    priority.release();
  });

  it('is no longer idle when the process that has set it was killed', async () => {
    const { pid = 0 } = start('sleep', '60');
    const program = PROGRAM.replaceAll('process.pid', String(pid)).replace(
      /\['idle'.*?\]/,
      `['idle']`,
    );
    const setter = start(
      process.execPath,
      '--input-type=module',
      '--eval',
      `${program} setInterval(() => {}, 1_000)`,
    );
    await once(setter.stdout, 'data');
    assert.equal(schedulingOf(pid), 'idle 10');
    setter.kill('SIGKILL');
    await eventually('it is low', () => schedulingOf(pid) === 'other 10');
  });
});
