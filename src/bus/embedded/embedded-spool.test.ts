import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import type { PalisadeError } from '../../kernel/palisade-error.ts';
import type { Bus, BusMessage } from '../bus.ts';
import { range, text, until } from '../bus-contract.ts';
import type { SpoolPosition } from '../spool.ts';
import { describeSpoolContract, HOURS_24, payloads, positionAfter } from '../spool-contract.ts';
import { type EmbeddedBusOptions, openEmbeddedBus } from './embedded-bus.ts';
import { openSpool } from './embedded-spool.ts';

const ALL = { batches: 1_000, bytes: 1_000_000_000 };
const KEPT = { topics: ['logs'], maxAgeMs: HOURS_24, maxBytes: 1_000_000 };

describeSpoolContract('embedded', () => {
  const folder = tempFolder();
  return {
    open: ({ maxBytes, ...options }) =>
      openEmbeddedBus({ ...options, folder: folder.path, spool: { ...KEPT, maxBytes } }),
    read: (onError) => openSpool({ folder: folder.path, topic: 'logs', onError }),
    remove: () => folder.remove(),
  };
});

describe('embedded spool', () => {
  let folder: ReturnType<typeof tempFolder>;
  let clock: ManualClock;
  let errors: PalisadeError[];
  let open: Bus[];
  const onError = (error: PalisadeError) => void errors.push(error);

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

  function openBus(writer: string, options?: Partial<EmbeddedBusOptions>): Bus {
    const bus = openEmbeddedBus({
      folder: folder.path,
      writer,
      spool: KEPT,
      clock,
      onError,
      ...options,
    });
    open.push(bus);
    return bus;
  }

  const fileOf = (writer: string) => join(folder.path, 'logs', `${writer}.db`);
  const read = (position: SpoolPosition = {}) => {
    const spool = openSpool({ folder: folder.path, topic: 'logs', onError });
    const batches = spool.read(position, ALL);
    spool.close();
    return batches;
  };

  function change(sql: string): void {
    const database = new DatabaseSync(fileOf('edge-1'));
    database.exec(sql);
    database.close();
  }
  const startMachineAgain = () => change("update state set boot = 'before'");

  async function consumed(bus: Bus, count: number): Promise<unknown[]> {
    const seen: unknown[] = [];
    const handler = (messages: readonly BusMessage[]) =>
      void seen.push(...messages.map(({ payload }) => payload));
    const subscription = await bus.consume({
      topic: 'logs',
      consumer: 'store',
      batchSize: 10,
      handler,
    });
    await until(() => seen.length === count);
    await subscription.stop();
    return seen;
  }

  it('reads uncompressed files, and appends to them', async () => {
    writeOldFile(fileOf('edge-1'), clock.now(), [[1, 2], ['ä']]);
    const spool = openSpool({ folder: folder.path, topic: 'logs', onError });
    const primary = openBus('primary');
    assert.deepEqual(payloads(spool.read({}, ALL)), [[1, 2], ['ä']]);
    assert.deepEqual(await consumed(primary, 3), [1, 2, 'ä']);
    await openBus('edge-1').publish('logs', ['new']);
    assert.deepEqual(payloads(spool.read({}, ALL)), [[1, 2], ['ä'], ['new']]);
    assert.deepEqual(await consumed(primary, 1), ['new']);
    assert.equal(spool.streams().length, 1);
    assert.deepEqual(errors, []);
    spool.close();
  });

  it('compresses spools, but not work queues', async () => {
    const bus = openBus('edge-1');
    const lines = range(0, 200).map((n) => ({ id: n, text: 'the same in every line' }));
    await bus.publish('logs', lines);
    await bus.publish('tasks', lines);
    const [logs, tasks] = await bus.stats();
    assert.equal(tasks?.bytes, JSON.stringify(lines).length);
    assert.ok(logs && logs.bytes < tasks.bytes / 4);
    assert.deepEqual(payloads(read()), [lines]);
    assert.equal((await consumed(bus, 200)).length, 200);
  });

  it('keeps the file near its limit, whatever is published', async () => {
    const maxBytes = 200_000;
    const bus = openBus('edge-1', { spool: { ...KEPT, maxBytes } });
    for (const n of range(0, 1_000)) {
      await bus.publish('logs', [randomBytes(1 + ((n * 37) % 3_000)).toString('hex')]);
      if (n % 5 === 0) await clock.advance(1_000);
    }
    const [stats] = await bus.stats();
    assert.ok(stats && stats.bytes <= maxBytes + 20_000 && stats.bytes > maxBytes * 0.9);
    const { size } = statSync(fileOf('edge-1'));
    assert.ok(size < 2 * maxBytes, `${size} bytes on disk`);
    assert.equal(stats.dropped, 0, 'there is no consumer');
  });

  it('shrinks to a lower limit in steps', async () => {
    const first = openBus('edge-1');
    for (const n of range(0, 600)) await first.publish('logs', [text(n, 1_000)]);
    await first.close();
    const bus = openBus('edge-1', { spool: { ...KEPT, maxBytes: 2_000 } });
    const kept: number[] = [];
    for (const n of range(0, 4)) {
      await bus.publish('logs', [n]);
      kept.push((await bus.stats())[0]?.messages ?? 0);
    }
    assert.ok(kept.every((count, index) => index === 0 || (kept[index - 1] ?? 0) - count <= 256));
    assert.ok((kept[0] ?? 0) > 300 && (kept.at(-1) ?? 600) < 100, kept.join());
  });

  it('stops growing while the disk is nearly full', async () => {
    let isLow = false;
    const bus = openBus('edge-1', { isDiskLow: () => isLow });
    const publish = async (count: number) => {
      for (const n of range(0, count)) {
        await bus.publish('logs', [text(n, 500)]);
        await clock.advance(1_000);
      }
      return (await bus.stats())[0]?.messages ?? 0;
    };
    assert.equal(await publish(30), 30);
    isLow = true;
    const low = await publish(30);
    assert.ok(low >= 29 && low <= 31, `${low} kept`);
    isLow = false;
    assert.equal(await publish(10), low + 10);
  });

  it('finds batches by time although the clock was set back', async () => {
    const bus = openBus('edge-1');
    const start = clock.now();
    for (const [n, ms] of [0, 5_000, 2_000, 4_000, 6_000, 8_000].entries()) {
      clock.set(start + ms);
      await bus.publish('logs', [n]);
    }
    const spool = openSpool({ folder: folder.path, topic: 'logs', onError });
    const from = (ms: number) => payloads(spool.read(spool.positionAt(start + ms), ALL)).flat();
    assert.deepEqual(from(2_000), [1, 2, 3, 4, 5]);
    assert.deepEqual(from(5_001), [4, 5]);
    const times = spool.read({}, ALL).map(({ publishedAt }) => publishedAt - start);
    assert.deepEqual(times, [0, 5_000, 5_000, 5_000, 6_000, 8_000]);
    clock.set(start - 2 * 60 * 60 * 1_000);
    await bus.publish('logs', ['far back']);
    assert.equal(spool.read({}, ALL).at(-1)?.publishedAt, clock.now());
    spool.close();
  });

  it('trims and removes the files of stopped writers', async () => {
    const edge = openBus('edge-1');
    await edge.publish('logs', [1]);
    await clock.advance(3_600_000);
    await edge.publish('logs', [2]);
    await edge.close();
    openBus('primary', { cleansUp: true });
    await clock.advance(HOURS_24 - 1_800_000);
    await until(() => read().length === 1);
    assert.deepEqual(payloads(read()), [[2]]);
    await clock.advance(3_600_000);
    await until(() => !existsSync(fileOf('edge-1')));
    assert.deepEqual(errors, []);
  });

  it('skips no message when positions are ahead of a file that lost its last commits', async () => {
    const first = openBus('edge-1');
    await first.publish('logs', [1, 2]);
    const kept = positionAfter(read());
    await first.publish('logs', [3, 4, 5]);
    const ahead = positionAfter(read());
    await first.close();
    startMachineAgain();
    change('delete from batches where last > 2');
    const second = openBus('edge-1');
    await second.publish('logs', ['new']);
    await second.publish('logs', ['newer']);
    for (const position of [ahead, kept]) {
      const batches = read(position);
      assert.deepEqual(payloads(batches), [['new'], ['newer']]);
      assert.ok(batches.every(({ missed }) => missed === 0));
    }
    assert.deepEqual(payloads(read()).flat(), [1, 2, 'new', 'newer']);
    assert.deepEqual(await consumed(second, 4), [1, 2, 'new', 'newer']);
    assert.deepEqual((await second.stats())[0]?.consumers, [{ consumer: 'store', lag: 0 }]);
  });

  it('misses nothing after a suspension of the machine that is longer than the retention time', async () => {
    const first = openBus('edge-1');
    await first.publish('logs', [1, 2]);
    const position = positionAfter(read());
    await first.close();
    await clock.advance(2 * HOURS_24);
    startMachineAgain();
    const second = openBus('edge-1');
    await second.publish('logs', ['new']);
    const batches = read(position);
    assert.deepEqual(payloads(batches), [['new']]);
    assert.deepEqual(payloads(read()), [['new']]);
    assert.equal(batches[0]?.missed, 0);
    assert.equal((await second.stats())[0]?.dropped, 0);
  });

  it('reports a damaged batch, and reads the others', async () => {
    const bus = openBus('edge-1');
    for (const n of range(0, 3)) await bus.publish('logs', [n, text(n, 200)]);
    change('update batches set packed = zeroblob(length(packed)) where last = 4');
    const [first, second, third] = read();
    assert.throws(() => second?.payload());
    assert.deepEqual((await consumed(bus, 4)).slice(0, 1), [0]);
    assert.deepEqual(
      errors.map(({ code }) => code),
      ['bus_batch_damaged'],
    );
    assert.deepEqual(
      [first?.payload(), third?.payload()],
      [
        [0, text(0, 200)],
        [2, text(2, 200)],
      ],
    );
  });

  it('reads both files of a writer whose first one was damaged, as two streams', async () => {
    const earlier = openSpool({ folder: folder.path, topic: 'logs', onError });
    const first = openBus('edge-1');
    await first.publish('logs', [1]);
    const before = earlier.read({}, ALL);
    earlier.close();
    await first.close();
    writeFileSync(join(folder.path, 'logs', 'edge-1.db'), Buffer.alloc(8_192, 7));
    const spool = openSpool({ folder: folder.path, topic: 'logs', onError });
    const other = openBus('edge-2');
    await other.publish('logs', ['fine']);
    assert.deepEqual(
      payloads(spool.read(positionAfter(before), ALL)),
      [['fine']],
      'the others are readable',
    );
    assert.deepEqual(Object.values(spool.end()), [1], 'a damaged file has no position');
    const second = openBus('edge-1');
    assert.deepEqual(await second.publish('logs', ['lost']), { accepted: false });
    await second.publish('logs', [2]);
    const after = spool.read(positionAfter(before), ALL);
    assert.deepEqual(payloads(after).flat().sort(), [2, 'fine']);
    assert.equal(new Set([...before, ...after].map(({ stream }) => stream)).size, 3);
    assert.deepEqual(
      [...new Set(errors.map(({ code }) => code))],
      ['bus_read_failed', 'bus_publish_failed'],
    );
    spool.close();
  });

  it('refuses a topic name that could escape the folder', () => {
    const bad = { folder: folder.path, topic: '../x', onError };
    assert.throws(() => openSpool(bad), { code: 'bus_invalid_name' });
  });
});

/** A file without compression. */
function writeOldFile(file: string, publishedAt: number, batches: readonly unknown[][]): void {
  mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file);
  database.exec(`
    pragma journal_mode = wal;
    create table batches (
      last integer primary key,
      count integer not null,
      bytes integer not null,
      total_bytes integer not null,
      published_at integer not null,
      payload text not null
    ) strict;
    create table state (
      id integer primary key check (id = 1),
      generation text not null,
      last integer not null,
      total_bytes integer not null,
      dropped integer not null,
      dropped_unread integer not null
    ) strict;
    insert into state values (1, 'before', 0, 0, 0, 0);
  `);
  const insert = database.prepare('insert into batches values (?, ?, ?, ?, ?, ?)');
  let [last, total] = [0, 0];
  for (const batch of batches) {
    const payload = JSON.stringify(batch);
    last += batch.length;
    total += Buffer.byteLength(payload);
    insert.run(last, batch.length, Buffer.byteLength(payload), total, publishedAt, payload);
  }
  database.close();
}
