import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';

const LIMIT_MB = 10;
const IN_USE_MB = 20;

/** Makes 300 MB of arrays and buffers, of which up to 20 MB are in use, and prints the most memory in use at a time. */
const program = (beginning: string) => `
  import { setImmediate } from 'node:timers/promises';
  import { getHeapStatistics } from 'node:v8';
  import { limitGarbage } from ${JSON.stringify(new URL('./garbage-limit.ts', import.meta.url).href)};
  ${beginning}
  const used = () => {
    const { used_heap_size: objects, external_memory: buffers } = getHeapStatistics();
    return (objects + buffers) / 1e6;
  };
  const before = used();
  let most = 0;
  let alive = [];
  for (let turn = 0; turn < 6_000; turn++) {
    alive.push({ numbers: Array(1_000).fill(turn), bytes: Buffer.alloc(40_000) });
    if (alive.length > 400) alive = alive.slice(200);
    most = Math.max(most, used() - before);
    await setImmediate();
  }
  console.log(most);
`;

describe('garbage of a process', () => {
  const grownBy = (beginning: string) => {
    const flags = ['--max-semi-space-size=1', '--single-threaded-gc', '--no-incremental-marking'];
    const args = [...flags, '--expose-gc', '--input-type=module', '--eval', program(beginning)];
    return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }));
  };

  it('is collected when there is as much as it may be', () => {
    const most = grownBy(`limitGarbage(${LIMIT_MB * 1e6});`);
    assert.ok(most < IN_USE_MB + 2 * LIMIT_MB, `${most} MB`);
  });

  it('would be several times of that without the limit', () => {
    const most = grownBy('');
    assert.ok(most > IN_USE_MB + 4 * LIMIT_MB, `${most} MB`);
  });
});
