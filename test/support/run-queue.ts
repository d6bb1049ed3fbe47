import assert from 'node:assert/strict';
import type { Core } from '../../src/app/node/core.ts';
import type { Clock } from '../../src/kernel/clock.ts';
import { TaskStore } from '../../src/storage/task-store.ts';

/** Runs all due tasks of a queue like the worker of a node, and returns their number. A failing task fails the test. */
export async function runQueue(
  { database, modules }: Core,
  clock: Clock,
  name: string,
  holder = 'test',
): Promise<number> {
  const queue = modules.flatMap(({ queues }) => queues).find((each) => each.name === name);
  assert.ok(queue, `there is no queue ${name}`);
  const tasks = new TaskStore(database, clock);
  const claim = () => tasks.claim(name, queue.concurrency, holder, 60_000);
  let count = 0;
  for (let claimed = await claim(); claimed.length > 0; claimed = await claim()) {
    await Promise.all(
      claimed.map(async (task) => {
        await queue.run(task, new AbortController().signal);
        assert.ok(await tasks.complete(task), 'no other worker has run the task');
      }),
    );
    count += claimed.length;
  }
  return count;
}
