import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Lifecycle, type Part } from './lifecycle.ts';

/** Parts that record their starts and stops. */
function recorder() {
  const seen: string[] = [];
  const part = (name: string, faults: { start?: Error; stop?: Error } = {}): Part => ({
    name,
    async start() {
      seen.push(`start ${name}`);
      if (faults.start) throw faults.start;
    },
    async stop() {
      seen.push(`stop ${name}`);
      if (faults.stop) throw faults.stop;
    },
  });
  return { seen, part };
}

describe('lifecycle', () => {
  it('stops parts in the reverse of the order in which they were started', async () => {
    const { seen, part } = recorder();
    const lifecycle = new Lifecycle();
    for (const name of ['a', 'b', 'c']) await lifecycle.start(part(name));
    await lifecycle.stop();
    assert.deepEqual(seen, ['start a', 'start b', 'start c', 'stop c', 'stop b', 'stop a']);
  });

  it('stops the parts that run when a part fails to start, but not the failed part', async () => {
    const { seen, part } = recorder();
    const lifecycle = new Lifecycle();
    await lifecycle.start(part('a'));
    const reason = new Error('port taken');
    await assert.rejects(lifecycle.start(part('b', { start: reason })), reason);
    assert.deepEqual(seen, ['start a', 'start b', 'stop a']);
  });

  it('reports why the start failed even if the parts before it do not stop cleanly', async () => {
    const { seen, part } = recorder();
    const lifecycle = new Lifecycle();
    await lifecycle.start(part('a', { stop: new Error('stuck') }));
    const reason = new Error('port taken');
    await assert.rejects(lifecycle.start(part('b', { start: reason })), reason);
    assert.deepEqual(seen, ['start a', 'start b', 'stop a']);
  });

  it('stops once, however often stop is called', async () => {
    const { seen, part } = recorder();
    const lifecycle = new Lifecycle();
    await lifecycle.start(part('a'));
    await Promise.all([lifecycle.stop(), lifecycle.stop()]);
    await lifecycle.stop();
    assert.deepEqual(seen, ['start a', 'stop a']);
  });

  it('stops all other parts when some fail to stop, and names those that failed', async () => {
    const { seen, part } = recorder();
    const lifecycle = new Lifecycle();
    const faults = [new Error('first'), new Error('second')] as const;
    await lifecycle.start(part('a'));
    await lifecycle.start(part('b', { stop: faults[0] }));
    await lifecycle.start(part('c', { stop: faults[1] }));
    await assert.rejects(lifecycle.stop(), (error) => {
      assert.ok(error instanceof AggregateError);
      assert.deepEqual(
        error.errors.map(({ message, cause }) => [message, cause]),
        [
          ['c did not stop cleanly', faults[1]],
          ['b did not stop cleanly', faults[0]],
        ],
      );
      return true;
    });
    assert.deepEqual(seen.slice(3), ['stop c', 'stop b', 'stop a']);
  });

  it('accepts synchronous parts, and stops without any part', async () => {
    const lifecycle = new Lifecycle();
    await lifecycle.start({ name: 'plain', start: () => {}, stop: () => {} });
    await lifecycle.stop();
    await new Lifecycle().stop();
  });
});
