import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeOnEachDatabase, type TestDatabase } from '../../../test/support/databases.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { sampleEvent } from './fixtures/sample-event.ts';
import { sampleTrace } from './fixtures/sample-trace.ts';
import { requestTraceStore } from './request-trace-store.ts';
import { securityEventStore } from './security-event-store.ts';
import {
  type EventTrimOptions,
  securityEventTrimJob,
  type TrimmedTable,
} from './security-event-trim.ts';
import type { SecurityEventsDatabase, SecurityEventsTables } from './security-events-tables.ts';

describeOnEachDatabase('trim of security events', (kind) => {
  let home: TestDatabase;
  let database: SecurityEventsDatabase;
  const clock = new ManualClock();
  const never = new AbortController().signal;

  before(async () => {
    home = await kind.createMigrated();
    database = home.open<SecurityEventsTables>();
  });
  after(() => home.remove());

  function job(limits: Partial<TrimmedTable>, options: Partial<EventTrimOptions> = {}) {
    const zones: EventTrimOptions['zones'] = { existing: async (ids) => new Set(ids) };
    const kept = { table: 'security_events', keepMs: 1_000_000, mostPerZone: 1_000 } as const;
    const trimmed = [{ ...kept, ...limits }];
    return securityEventTrimJob({
      database,
      clock,
      zones,
      trimmed,
      mostPerRun: 10_000,
      ...options,
    });
  }

  const insert = (events: Parameters<typeof securityEventStore.insert>[1]) =>
    database.transaction((tx) => securityEventStore.insert(tx, events));

  const eventsOf = (zoneId: string, count: number) =>
    Array.from({ length: count }, (_, n) =>
      sampleEvent(zoneId, { id: `${zoneId}${n}`, Datetime: clock.now() - count + n }),
    );

  const left = async (zoneId: string) => {
    const rows = await database.read
      .selectFrom('security_events')
      .select('id')
      .where('zone_id', '=', zoneId)
      .orderBy('seq')
      .execute();
    return rows.map(({ id }) => id);
  };

  const countOf = async (zoneId: string) => {
    const row = await database.read
      .selectFrom('event_counts')
      .select('count')
      .where('table_name', '=', 'security_events')
      .where('zone_id', '=', zoneId)
      .executeTakeFirst();
    return row?.count;
  };

  it('removes the oldest events if a zone has too many, in the order of arrival if times are equal', async () => {
    const many = Array.from({ length: 1_200 }, (_, n) =>
      sampleEvent('a', { id: `a${n}`, Datetime: clock.now() - 100 + Math.floor(n / 1_000) }),
    );
    const few = sampleEvent('b', { id: 'b', Datetime: clock.now() - 200 });
    await insert([...many, few]);
    await job({ mostPerZone: 1_200 }).run(never);
    assert.equal((await left('a')).length, 1_200);
    await job({ mostPerZone: 300 }).run(never);
    assert.deepEqual(
      await left('a'),
      many.slice(-300).map(({ id }) => id),
    );
    assert.deepEqual(await left('b'), ['b']);
  });

  it('stops between two transactions when the signal aborts', async () => {
    await job({ mostPerZone: 0 }).run(AbortSignal.abort());
    assert.equal((await left('a')).length, 300);
  });

  it('keeps events that have exactly the maximum age', async () => {
    await job({ keepMs: 200 }).run(never);
    assert.deepEqual(await left('b'), ['b']);
    await job({ keepMs: 199 }).run(never);
    assert.deepEqual(await left('b'), []);
  });

  it('counts each event of a zone once, even if it is redelivered', async () => {
    const events = eventsOf('c', 120);
    await insert(events.slice(0, 70));
    await insert(events);
    assert.equal(await countOf('c'), 120);
    await job({ mostPerZone: 100, keepMs: 120 }).run(never);
    assert.equal(await countOf('c'), 100);
    await job({ keepMs: 40 }).run(never);
    assert.equal(await countOf('c'), 40);
    assert.equal((await left('c')).length, 40);
  });

  it('removes everything of deleted zones, with their counts', async () => {
    await insert([...eventsOf('d', 600), ...eventsOf('e', 3)]);
    const zones: EventTrimOptions['zones'] = {
      existing: async (ids) => new Set([...ids].filter((id) => id !== 'd')),
    };
    await job({}, { zones }).run(never);
    assert.deepEqual([await left('d'), await countOf('d')], [[], undefined]);
    assert.deepEqual([(await left('e')).length, await countOf('e')], [3, 3]);
  });

  it('removes a bounded number of rows of each zone in one run', async () => {
    await insert([...eventsOf('f', 900), ...eventsOf('g', 80)]);
    await job({ mostPerZone: 50 }, { mostPerRun: 700 }).run(never);
    assert.deepEqual([(await left('f')).length, (await left('g')).length], [200, 50]);
    await job({ mostPerZone: 50 }, { mostPerRun: 700 }).run(never);
    assert.equal((await left('f')).length, 50);
  });

  it('does the same for traces', async () => {
    const traces = Array.from({ length: 30 }, (_, n) =>
      sampleTrace('a', { startedAt: clock.now() - n }),
    );
    for (const part of [traces.slice(0, 10), traces]) {
      await database.transaction((tx) => requestTraceStore.insert(tx, part));
    }
    const remaining = async () =>
      (await database.read.selectFrom('request_traces').select('seq').execute()).length;
    await job({ table: 'request_traces', mostPerZone: 30 }).run(never);
    assert.equal(await remaining(), 30);
    await job({ table: 'request_traces', mostPerZone: 20, keepMs: 14 }).run(never);
    assert.equal(await remaining(), 15);
  });
});
