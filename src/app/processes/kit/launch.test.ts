import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../../../kernel/clock.ts';
import type { SampleChannel } from '../fixtures/sample-process.ts';
import { launch } from './launch.ts';
import { ProcessHandle, type ProcessHandleOptions } from './process-handle.ts';

const main = new URL('../fixtures/sample-process.ts', import.meta.url);
const primary = fileURLToPath(new URL('../fixtures/sample-primary.ts', import.meta.url));

const options: ProcessHandleOptions<SampleChannel> = {
  identity: { kind: 'sample', slot: 1, generation: 0, logLevel: 'error', prettyLogs: false },
  clock: systemClock,
  start: () => ({ text: 'first' }),
  onReport: () => {},
};

describe('a launched process', () => {
  it('serves, takes updates and drains', async (test) => {
    const updated = Promise.withResolvers<readonly string[]>();
    const child = launch({ main, nodeFlags: [] });
    test.after(() => child.kill('SIGKILL'));
    const handle = new ProcessHandle<SampleChannel>(child, {
      ...options,
      onReport: ({ event, texts }) => event === 'updated' && updated.resolve(texts),
    });
    assert.equal(await handle.served, true);
    handle.update('second');
    assert.deepEqual(await updated.promise, ['first', 'second']);
    await handle.drain(30_000);
    assert.deepEqual(await handle.exited, { code: 0, signal: null });
  });

  const ends = [
    ['is killed', []],
    ['has ended before it reports (regression: the send error ended the process)', ['late']],
  ] as const;
  for (const [what, args] of ends) {
    it(`drains when its primary ${what}`, async () => {
      const stdio = ['ignore', 'pipe', 'inherit'] as const;
      const child = spawn(process.execPath, [primary, ...args], { stdio: [...stdio] });
      const lines = child.stdout.setEncoding('utf8');
      const output = text(lines);
      while (!String((await once(lines, 'data'))[0]).includes('serving'));
      child.kill('SIGKILL');
      // The process has the other end of this pipe as well: the output ends when both have ended.
      assert.match(await output, /"process":"sample-1".*"drained"/);
    });
  }

  it('counts as ended when it cannot be started at all', async () => {
    const child = spawn('/no/such/program', { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    const handle = new ProcessHandle<SampleChannel>(child, options);
    assert.equal(await handle.served, false);
    const { code, signal, error } = await handle.exited;
    assert.deepEqual([code, signal], [null, null]);
    assert.equal((error as NodeJS.ErrnoException).code, 'ENOENT');
    await handle.drain(30_000);
  });
});
