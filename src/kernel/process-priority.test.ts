import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { accessSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { describe, it } from 'node:test';

const hasCommands = (...commands: readonly string[]): boolean => {
  try {
    accessSync('/proc/self/stat');
    for (const command of commands) execFileSync(command, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** Prints nice value, scheduling policy (fields 19 and 41 of proc(5)) and whether it may use all cores after each change. */
const PROGRAM = `
  const { ProcessPriority } = await import(${JSON.stringify(new URL('./process-priority.ts', import.meta.url).href)});
  const { readFileSync } = await import('node:fs');
  const cores = () => /Cpus_allowed_list.*/.exec(readFileSync('/proc/self/status', 'utf8'))[0];
  const all = cores();
  const priority = new ProcessPriority();
  for (const wanted of ['idle', 'idle', 'low']) {
    await priority.set(wanted);
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
    console.log(fields[16], fields[38], cores() === all);
  }
`;

describe('the priority of a process', () => {
  const args = ['--input-type=module', '--eval', PROGRAM];
  const [SCHED_OTHER, SCHED_IDLE] = [0, 5];
  const mayReturn = process.getuid?.() === 0;

  it('can be idle and low', {
    skip:
      !(mayReturn && hasCommands('chrt', 'taskset')) &&
      'needs Linux, chrt, taskset and CAP_SYS_NICE',
  }, () => {
    const printed = execFileSync(process.execPath, args, { encoding: 'utf8' });
    const isAnyCore = availableParallelism() === 1;
    const idle = `10 ${SCHED_IDLE} ${isAnyCore}\n`;
    assert.equal(printed, `${idle}${idle}10 ${SCHED_OTHER} true\n`);
  });

  it('is never idle where there is no way back', {
    skip: !(mayReturn && hasCommands('chrt', 'setpriv')) && 'needs Linux, chrt, setpriv and root',
  }, () => {
    const without = ['--bounding-set', '-sys_nice', '--inh-caps', '-sys_nice', process.execPath];
    const printed = execFileSync('setpriv', [...without, ...args], { encoding: 'utf8' });
    assert.equal(printed, `10 ${SCHED_OTHER} true\n`.repeat(3));
  });
});
