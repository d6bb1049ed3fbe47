import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';

/** Prints the nice values of the main thread and of those of V8. */
const PROGRAM = `
  const { goBeforeEngineThreads } = await import(${JSON.stringify(new URL('./thread-priority.ts', import.meta.url).href)});
  const { readdirSync, readFileSync } = await import('node:fs');
  const { getPriority } = await import('node:os');
  goBeforeEngineThreads();
  const nameOf = (id) => readFileSync('/proc/self/task/' + id + '/comm', 'utf8').trim();
  const engine = readdirSync('/proc/self/task').filter((id) => nameOf(id) === 'node-V8Worker');
  console.log(getPriority(process.pid), ...engine.map((id) => getPriority(Number(id))));
`;

describe('the priority of threads', () => {
  it('is lower for those of V8', {
    skip: process.platform !== 'linux' && 'only Linux has priorities per thread',
  }, () => {
    const args = ['--v8-pool-size=2', '--input-type=module', '--eval', PROGRAM];
    assert.equal(execFileSync(process.execPath, args, { encoding: 'utf8' }), '0 5 5\n');
  });
});
