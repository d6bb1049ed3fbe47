import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { percentOf } from './heap-growth.ts';

const PERCENT = 40;
const LEAST_MB = 60;
const IN_USE_MB = 10;

/**
 * Keeps objects of some megabytes, makes 200 MB of others that become old before they die, and prints how often the old generation
 * was collected.
 */
const program = (beginning: string) => `
  import { constants, PerformanceObserver } from 'node:perf_hooks';
  import { setImmediate } from 'node:timers/promises';
  import { letHeapGrow } from ${JSON.stringify(new URL('./heap-growth.ts', import.meta.url).href)};
  const megabyte = () => Array.from({ length: 100 }, () => Array(1_250).fill(0));
  ${beginning}
  const inUse = Array.from({ length: ${IN_USE_MB} }, megabyte);
  let count = 0;
  new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries()) if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) count++;
  }).observe({ entryTypes: ['gc'] });
  const recent = [];
  for (let turn = 0; turn < 200; turn++) {
    recent.push(megabyte());
    if (recent.length > 4) recent.shift();
    await setImmediate();
  }
  console.log(count, inUse.length);
`;

describe('the old generation', () => {
  it('grows by the percentage, and by the least amount where little is in use', () => {
    const growth = { percent: PERCENT, leastBytes: LEAST_MB * 1e6 };
    for (const [inUseMb, percent] of [
      [10, 600],
      [60, 100],
      [150, 40],
      [1_000, 40],
    ] as const) {
      assert.equal(percentOf(growth, inUseMb * 1e6), percent);
    }
  });

  it('is collected less often where little is in use', () => {
    const collections = (...args: string[]) =>
      Number.parseInt(
        execFileSync(process.execPath, [...flags, ...args], { encoding: 'utf8' }),
        10,
      );
    const flags = ['--max-semi-space-size=1', '--initial-old-space-size=8', '--single-threaded-gc'];
    const code = ['--input-type=module', '--eval'];
    const byPercent = collections(`--heap-growing-percent=${PERCENT}`, ...code, program(''));
    const grow = `letHeapGrow({ percent: ${PERCENT}, leastBytes: ${LEAST_MB * 1e6} });`;
    const withLeast = collections(...code, program(grow));
    assert.ok(byPercent > withLeast, `${byPercent}, ${withLeast}`);
    assert.ok(withLeast > 0);
  });
});
