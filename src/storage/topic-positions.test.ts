import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeOnEachDatabase, type TestDatabase } from '../../test/support/databases.ts';
import { ManualClock } from '../../test/support/manual-clock.ts';
import type { CoreTables } from './core-tables.ts';
import type { Database } from './database.ts';
import { type TopicReader, topicPositions, topicPositionTrimJob } from './topic-positions.ts';

const DAY_MS = 24 * 3_600_000;

describeOnEachDatabase('positions in topics', (kind) => {
  let home: TestDatabase;
  let database: Database<CoreTables>;
  const clock = new ManualClock();

  before(async () => {
    home = await kind.createMigrated();
    database = home.open<CoreTables>();
  });
  after(() => home.remove());

  /** Reads messages such as `a1`, the first of stream `a`, and returns the new ones. */
  const read = (reader: TopicReader, names: string, fails = false) =>
    database.transaction(async (tx) => {
      const messages = names.split(' ').map((name) => ({
        stream: name.slice(0, 1),
        number: Number(name.slice(1)),
      }));
      const unread = await topicPositions.advance(tx, reader, messages, clock.now());
      if (fails) throw new Error('no');
      return unread.map(({ stream, number }) => `${stream}${number}`).join(' ');
    });

  it('deduplicate the messages of a stream', async () => {
    const reader = { consumer: 'once', topic: 'visits' };
    assert.equal(await read(reader, 'a1 a2 b1'), 'a1 a2 b1');
    assert.equal(await read(reader, 'a1 a2 b1'), '');
    assert.equal(await read(reader, 'a2 a3 b1 c7'), 'a3 c7');
    assert.equal(await read(reader, 'a4 a4 b2'), 'a4 b2', 'also twice in one batch');
  });

  it('are separate for each consumer and topic', async () => {
    assert.equal(await read({ consumer: 'one', topic: 'visits' }, 'a5'), 'a5');
    assert.equal(await read({ consumer: 'other', topic: 'visits' }, 'a5'), 'a5');
    assert.equal(await read({ consumer: 'one', topic: 'reports' }, 'a5'), 'a5');
    assert.equal(await read({ consumer: 'one', topic: 'visits' }, 'a5'), '');
  });

  it('advance only if their transaction commits', async () => {
    const reader = { consumer: 'atomic', topic: 'visits' };
    await assert.rejects(read(reader, 'a1', true), /no/);
    assert.equal(await read(reader, 'a1'), 'a1');
  });

  it('are removed after a stream was idle for a long time', async () => {
    const reader = { consumer: 'trim', topic: 'visits' };
    await read(reader, 'a1 b1');
    await clock.advance(60 * DAY_MS);
    await read(reader, 'b2');
    await clock.advance(31 * DAY_MS);
    await topicPositionTrimJob(database, clock).run(new AbortController().signal);
    assert.equal(await read(reader, 'a1 b2'), 'a1');
  });
});
