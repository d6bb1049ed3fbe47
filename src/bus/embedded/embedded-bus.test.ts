import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import type { PalisadeError } from '../../kernel/palisade-error.ts';
import type { Bus, BusMessage } from '../bus.ts';
import { describeBusContract, payloads, range, text, until } from '../bus-contract.ts';
import { type EmbeddedBusOptions, openEmbeddedBus } from './embedded-bus.ts';

describeBusContract('embedded', () => {
  const folder = tempFolder();
  return {
    open: (options) => openEmbeddedBus({ ...options, folder: folder.path }),
    remove: () => folder.remove(),
  };
});

describe('embedded bus', () => {
  let folder: ReturnType<typeof tempFolder>;
  let clock: ManualClock;
  let errors: PalisadeError[];
  let open: Bus[];

  beforeEach(() => {
    folder = tempFolder();
    clock = new ManualClock();
    errors = [];
    open = [];
  });
  afterEach(async () => {
    for (const bus of open) await bus.close();
    folder.remove();
  });

  function openBus(
    writer: string,
    maxBytes = 1_000_000,
    options?: Partial<EmbeddedBusOptions>,
  ): Bus {
    const onError = (error: PalisadeError) => void errors.push(error);
    const bus = openEmbeddedBus({
      folder: folder.path,
      writer,
      maxBytes,
      clock,
      onError,
      ...options,
    });
    open.push(bus);
    return bus;
  }

  async function collect(bus: Bus, consumer = 'store') {
    const seen: BusMessage[] = [];
    const handler = (messages: readonly BusMessage[]) => void seen.push(...messages);
    const subscription = await bus.consume({ topic: 'logs', consumer, batchSize: 100, handler });
    return { seen, subscription };
  }

  const topicFiles = () => readdirSync(join(folder.path, 'logs')).sort();

  it('replaces damaged files by new ones, and reports it', async () => {
    const garbage = Buffer.alloc(8_192, 7);
    mkdirSync(join(folder.path, 'logs', 'consumers'), { recursive: true });
    writeFileSync(join(folder.path, 'logs', 'edge-1.db'), garbage);
    writeFileSync(join(folder.path, 'logs', 'consumers', 'store.db'), garbage);
    const bus = openBus('edge-1');
    assert.deepEqual(await bus.publish('logs', ['lost']), { accepted: false });
    assert.deepEqual(await bus.publish('logs', ['kept']), { accepted: true });
    const { seen } = await collect(bus);
    await until(() => seen.length > 0);
    assert.deepEqual(payloads(seen), ['kept']);
    assert.deepEqual(
      errors.map(({ code }) => code),
      ['bus_publish_failed', 'bus_read_failed', 'bus_cursors_lost'],
    );
    assert.ok(topicFiles().includes('edge-1.db.damaged'));
  });

  it('gives a writer name to one bus at a time', async () => {
    const first = openBus('edge-1');
    assert.throws(() => openBus('edge-1'), { code: 'bus_name_taken' });
    await first.close();
    openBus('edge-1');
  });

  it('reads without a writer name, but does not publish', async () => {
    const reader = openEmbeddedBus({ folder: folder.path, clock, onError: () => {} });
    open.push(reader);
    await openBus('edge-1').publish('logs', [1]);
    const { seen } = await collect(reader);
    await until(() => seen.length === 1);
    await assert.rejects(reader.publish('logs', [2]), { code: 'bus_no_writer' });
  });

  it('finds new writers and delivers the messages of stopped ones', async () => {
    const gone = openBus('edge-1');
    await gone.publish('logs', ['of the gone']);
    await gone.close();
    const { seen } = await collect(openBus('primary'));
    await until(() => seen.length === 1);
    await openBus('edge-2').publish('logs', ['of the new']);
    await clock.advance(200);
    await until(() => seen.length === 2);
    assert.deepEqual(payloads(seen), ['of the gone', 'of the new']);
  });

  it('deletes messages that all consumers have acknowledged, and continues their numbers', async () => {
    const bus = openBus('primary');
    const [a, b] = [await collect(bus, 'a'), await collect(bus, 'b')];
    await bus.publish('logs', range(0, 10));
    await until(() => a.seen.length === 10 && b.seen.length === 10);
    await b.subscription.stop();
    await bus.publish('logs', [10]);
    await until(() => a.seen.length === 11);
    await clock.advance(1_000);
    await bus.publish('logs', [11]);
    assert.equal((await bus.stats())[0]?.messages, 2, 'b has not read the eleventh');
    await bus.close();

    const again = openBus('primary');
    const rest = await collect(again, 'b');
    await until(() => rest.seen.length === 2);
    assert.deepEqual(payloads(rest.seen), [10, 11]);
    assert.equal((await again.stats())[0]?.dropped, 0);
  });

  it('does not reuse a number after all messages were deleted', async () => {
    const ids = new Set<string>();
    for (let round = 0; round < 3; round++) {
      const bus = openBus('primary', 100);
      const { seen, subscription } = await collect(bus);
      await bus.publish('logs', [text(round, 80)]);
      await until(() => seen.length === 1);
      for (const message of seen) ids.add(message.id);
      await subscription.stop();
      // The close stores the count of refused messages, and also deletes acknowledged ones.
      await bus.publish('logs', [text(round, 200)]);
      await bus.close();
      const reopened = openBus('primary');
      assert.equal((await reopened.stats())[0]?.messages, 0);
      await reopened.removeConsumer('logs', 'store');
      await reopened.close();
    }
    assert.equal(ids.size, 3);
  });

  it('keeps the file near its size limit, whatever is published', async () => {
    const maxBytes = 500_000;
    const bus = openBus('primary', maxBytes);
    for (let n = 0; n < 3_000; n++) await bus.publish('logs', [text(n, 1 + ((n * 37) % 6_000))]);
    const [stats] = await bus.stats();
    assert.ok(stats && stats.bytes <= maxBytes && stats.bytes > maxBytes * 0.95);
    const sizeOf = (name: string) => statSync(join(folder.path, 'logs', name)).size;
    assert.ok(sizeOf('primary.db') < 2 * maxBytes, `${sizeOf('primary.db')} bytes on disk`);
    assert.ok(sizeOf('primary.db-wal') < 5_000_000, 'the WAL is reused as well');
    await bus.close();
    assert.deepEqual(topicFiles(), ['primary.db']);
  });

  it('drops and reports while its files cannot be created, and recovers', async () => {
    const bus = openBus('primary');
    writeFileSync(join(folder.path, 'logs'), 'in the way');
    assert.deepEqual(await bus.publish('logs', [1, 2]), { accepted: false });
    assert.equal(errors[0]?.code, 'bus_publish_failed');
    rmSync(join(folder.path, 'logs'));
    assert.deepEqual(await bus.publish('logs', [3]), { accepted: true });
    const [stats] = await bus.stats();
    assert.deepEqual([stats?.dropped, stats?.messages], [2, 1]);
  });

  it('reports an unreadable file once and delivers the others', async () => {
    mkdirSync(join(folder.path, 'logs'));
    writeFileSync(join(folder.path, 'logs', 'edge-1.db'), 'this is not a database'.repeat(99));
    const bus = openBus('primary');
    const { seen } = await collect(bus);
    await bus.publish('logs', [1]);
    await until(() => seen.length === 1);
    await clock.advance(2_000);
    assert.deepEqual(
      errors.map((error) => error.code),
      ['bus_read_failed'],
    );
  });

  it('keeps everything for a consumer whose cursors cannot be read', async () => {
    const bus = openBus('primary');
    const { seen } = await collect(bus);
    mkdirSync(join(folder.path, 'logs', 'consumers'), { recursive: true });
    writeFileSync(join(folder.path, 'logs', 'consumers', 'broken.db'), 'no database'.repeat(99));
    await bus.publish('logs', [1]);
    await until(() => seen.length === 1);
    await clock.advance(1_000);
    await bus.publish('logs', [2]);
    assert.equal((await bus.stats())[0]?.messages, 2);
  });

  it('removes the files of stopped writers once all consumers have read them', async () => {
    const edge = openBus('edge-1');
    await edge.publish('logs', [1, 2]);
    const spool = { topics: [], maxAgeMs: 1, maxBytes: 1 };
    const bus = openBus('primary', 1_000_000, { spool, cleansUp: true });
    const pass = () => clock.advance(600_000);
    await pass();
    await edge.close();
    await pass();
    assert.ok(topicFiles().includes('edge-1.db'), 'not read yet');
    const { seen } = await collect(bus);
    await until(() => seen.length === 2);
    await pass();
    await until(() => !topicFiles().includes('edge-1.db'));

    await openBus('edge-1').publish('logs', [3]);
    await clock.advance(200);
    await until(() => seen.length === 3);
    assert.deepEqual(payloads(seen), [1, 2, 3]);
    assert.equal(new Set(seen.map((message) => message.id)).size, 3, 'a new file, new ids');
    assert.deepEqual(errors, []);
  });

  it('skips no message when cursors are ahead of a file that lost its last commits', async () => {
    const first = openBus('primary');
    const { seen, subscription } = await collect(first);
    await first.publish('logs', range(0, 5));
    await until(() => seen.length === 5);
    await subscription.stop();
    await first.close();
    loseLastCommits(join(folder.path, 'logs', 'primary.db'));
    const second = openBus('primary');
    await second.publish('logs', ['new']);
    const again = await collect(second);
    await until(() => again.seen.length === 1);
    assert.deepEqual(payloads(again.seen), ['new']);
  });
});

/** Simulates a power failure, since commits are not synced individually. */
function loseLastCommits(file: string): void {
  const database = new DatabaseSync(file);
  database.exec('delete from batches');
  database.close();
}
