import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BodyQueue } from './body-queue.ts';

const never = new AbortController().signal;
const body = (bytes: number) => ({ compressed: new Uint8Array(bytes) });

describe('the queue of bodies', () => {
  it('creates one body at a time, also after a failure', async () => {
    const queue = new BodyQueue(1_000);
    const first = Promise.withResolvers<undefined>();
    const order: string[] = [];
    const failing = queue.make(() => first.promise, false, never);
    const next = queue.make(
      async () => {
        order.push('next');
        return body(1);
      },
      false,
      never,
    );
    await Promise.resolve();
    assert.deepEqual(order, []);
    first.reject(new Error('the lines cannot be read'));
    await assert.rejects(failing, /cannot be read/);
    await next;
    assert.deepEqual(order, ['next']);
    assert.equal(queue.bytes, 1);
  });

  it('delays batches while the budget is used up, retries first', async () => {
    const queue = new BodyQueue(1_000);
    const made: string[] = [];
    const make = (name: string, bytes: number, isRetry = false, signal = never) =>
      queue.make(
        async () => {
          made.push(name);
          return body(bytes);
        },
        isRetry,
        signal,
      );
    const hanging = await make('hanging', 600);
    const leaving = new AbortController();
    const left = make('left', 1, true, leaving.signal);
    const retry = make('retry', 100, true);
    const large = await make('large', 400);
    const fresh = make('fresh', 100);
    leaving.abort(new Error('the job stops'));
    await assert.rejects(left, /the job stops/);
    assert.deepEqual(made, ['hanging', 'large']);
    queue.release(large ?? assert.fail());
    await fresh;
    assert.deepEqual(made, ['hanging', 'large', 'fresh']);
    queue.release(hanging ?? assert.fail());
    await retry;
    assert.deepEqual(made, ['hanging', 'large', 'fresh', 'retry']);
    assert.equal(queue.bytes, 200);
  });
});
