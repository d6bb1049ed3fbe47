import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { eventually } from '../../../test/support/eventually.ts';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import { systemClock } from '../../kernel/clock.ts';
import type { PalisadeError } from '../../kernel/palisade-error.ts';
import { openEmbeddedBus } from './embedded-bus.ts';
import { ThreadedPublisher } from './threaded-publisher.ts';

describe('threaded publisher', () => {
  let folder: ReturnType<typeof tempFolder>;
  let errors: PalisadeError[];
  beforeEach(() => {
    folder = tempFolder();
    errors = [];
  });
  afterEach(() => folder.remove());

  const open = (writer = 'edge-1') =>
    new ThreadedPublisher({
      folder: folder.path,
      writer,
      onError: (error) => errors.push(error),
    });

  const openBus = (options: { writer?: string } = {}) =>
    openEmbeddedBus({
      ...options,
      folder: folder.path,
      clock: systemClock,
      onError: (error) => errors.push(error),
    });

  /** The messages that consumers of the topic get. */
  async function consumed(topic: string, count: number): Promise<unknown[]> {
    const bus = openBus();
    const got: unknown[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    await bus.consume({
      topic,
      consumer: 'test',
      batchSize: 100,
      handler(messages) {
        got.push(...messages.map(({ payload }) => payload));
        if (got.length >= count) resolve();
      },
    });
    await promise;
    await bus.close();
    return got;
  }

  it('waits for its name while another process holds it', async () => {
    const before = openBus({ writer: 'edge-1' });
    const publisher = open();
    const published = [publisher.publish('logs', [1]), publisher.publish('logs', [2])];
    await eventually('the wait is reported', () => errors.length > 0);
    assert.deepEqual(
      errors.map(({ code }) => code),
      ['bus_name_taken'],
    );
    await before.close();
    for (const each of published) assert.deepEqual(await each, { accepted: true });
    await publisher.close();
    assert.deepEqual(await consumed('logs', 2), [1, 2]);
  });

  it('drops pending batches when it is closed before it gets its name', async () => {
    const before = openBus({ writer: 'edge-1' });
    const publisher = open();
    const published = publisher.publish('logs', [1]);
    await publisher.close();
    assert.deepEqual(await published, { accepted: false });
    await before.close();
  });

  it('keeps confirmed messages, in order', async () => {
    const publisher = open();
    const batches = Array.from({ length: 20 }, (_, n) => [{ n }, `ä€😀 ${n}`]);
    const results = await Promise.all(batches.map((batch) => publisher.publish('logs', batch)));
    assert.ok(results.every(({ accepted }) => accepted));
    await publisher.close();
    assert.deepEqual(await consumed('logs', 40), batches.flat());
    assert.deepEqual(errors, []);
  });

  it('writes pending batches before it closes, and accepts none afterwards', async () => {
    const publisher = open();
    const under = publisher.publish('logs', ['last']);
    await publisher.close();
    assert.deepEqual(await under, { accepted: true });
    assert.deepEqual(await publisher.publish('logs', ['late']), { accepted: false });
    assert.deepEqual(await consumed('logs', 1), ['last']);
    await publisher.close();
  });

  it('reports failed writes', async () => {
    const publisher = open();
    const circular: unknown[] = [];
    circular.push(circular);
    assert.deepEqual(await publisher.publish('logs', circular), { accepted: false });
    assert.equal(errors[0]?.code, 'bus_publish_failed');
    await assert.rejects(publisher.publish('no such topic!', ['x']), /invalid topic name/);
    await publisher.close();
  });

  it('counts lost messages until the file counts them', async () => {
    const publisher = open();
    const circular: unknown[] = ['first'];
    circular.push(circular);
    await publisher.publish('logs', circular);
    assert.deepEqual(publisher.dropped(), [{ topic: 'logs', count: 2 }]);
    assert.deepEqual(await publisher.publish('logs', ['kept']), { accepted: true });
    assert.deepEqual(publisher.dropped(), [{ topic: 'logs', count: 0 }]);
    const bus = openBus();
    const [{ dropped, messages } = assert.fail()] = await bus.stats();
    assert.deepEqual({ dropped, messages }, { dropped: 2, messages: 1 });
    await bus.close();
    await publisher.close();
  });
});
