import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';

const PERCENT = 40;
const LEAST_MB = 60;

/**
 * Keeps objects of so many megabytes, makes 600 MB of others that become old before they die, and prints how often the old generation
 * was collected.
 */
const program = (inUseMb: number, beginning: string) => `
  import { constants, PerformanceObserver } from 'node:perf_hooks';
  import { setImmediate } from 'node:timers/promises';
  import { letHeapGrow } from ${JSON.stringify(new URL('./heap-growth.ts', import.meta.url).href)};
  const megabyte = () => Array.from({ length: 100 }, () => Array(1_250).fill(0));
  ${beginning}
  const inUse = Array.from({ length: ${inUseMb} }, megabyte);
  let count = 0;
  new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries()) if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) count++;
  }).observe({ entryTypes: ['gc'] });
  const recent = [];
  for (let turn = 0; turn < 600; turn++) {
    recent.push(megabyte());
    if (recent.length > 4) recent.shift();
    await setImmediate();
  }
  console.log(count, inUse.length);
`;

describe('the old generation', () => {
  const flags = ['--max-semi-space-size=1', '--initial-old-space-size=8', '--input-type=module'];
  const collections = (...args: string[]) =>
    Number.parseInt(execFileSync(process.execPath, [...flags, ...args], { encoding: 'utf8' }), 10);
  const byPercent = (inUseMb: number) =>
    collections(`--heap-growing-percent=${PERCENT}`, '--eval', program(inUseMb, ''));
  const withLeast = (inUseMb: number) => {
    const grow = `letHeapGrow({ percent: ${PERCENT}, leastBytes: ${LEAST_MB * 1e6} });`;
    return collections('--eval', program(inUseMb, grow));
  };

  it('is collected less often where little is in use', () => {
    const counts = [byPercent(10), withLeast(10)] as const;
    assert.ok(counts[0] > 2 * counts[1], counts.join());
    assert.ok(counts[1] > 0, counts.join());
  });

  it('grows by the percentage where much is in use', () => {
    const counts = [byPercent(200), withLeast(200)] as const;
    assert.ok(Math.abs(counts[0] - counts[1]) <= 2, counts.join());
  });
});
