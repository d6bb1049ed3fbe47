import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeOnEachDatabase, type TestDatabase } from '../../../test/support/databases.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { coreMigrations } from '../../storage/core-migrations.ts';
import { BUCKET_MS, bucketOf, HOSTS_PER_BUCKET, KEEP_BUCKETS_MS } from './event-bucket-model.ts';
import { EventSeriesReadModel, type SeriesQuery } from './event-series-read-model.ts';
import { type SampleEvent, sampleEvent } from './fixtures/sample-event.ts';
import { eventBuckets } from './migrations/0005-event-buckets.ts';
import { eventActionBuckets } from './migrations/0006-event-action-buckets.ts';
import { securityEventStore } from './security-event-store.ts';
import { securityEventTrimJob } from './security-event-trim.ts';
import { securityEventsMigrations } from './security-events-migrations.ts';
import type { SecurityEventsDatabase, SecurityEventsTables } from './security-events-tables.ts';

const START = Date.UTC(2026, 0, 1);
const SECOND = START + BUCKET_MS;

describeOnEachDatabase('counts of security events', (kind) => {
  let home: TestDatabase;
  let database: SecurityEventsDatabase;
  let series: EventSeriesReadModel;

  before(async () => {
    home = await kind.createMigrated();
    database = home.open<SecurityEventsTables>();
    series = new EventSeriesReadModel(database);
  });
  after(() => home.remove());

  const insert = (zoneId: string, ...samples: SampleEvent[]) =>
    database.transaction((tx) =>
      securityEventStore.insert(
        tx,
        samples.map((sample) => sampleEvent(zoneId, sample)),
      ),
    );

  const counts = async (zoneId: string, query: Partial<SeriesQuery> = {}) => {
    const any = { service: undefined, action: undefined, host: undefined };
    const all = { ...any, since: 0, until: SECOND + BUCKET_MS };
    return [...(await series.counts({ zoneId, ...all, ...query }))].sort();
  };

  it('are by bucket, service, action and host', async () => {
    await insert(
      'a',
      { Datetime: START },
      { Datetime: START + BUCKET_MS - 1, Source: 'dlp' },
      { Datetime: SECOND, Source: 'dlp', ClientRequestHost: 'API.shop.test:443' },
    );
    await insert('a', { Datetime: START + 1, Action: 'log' });
    await insert('b', { Datetime: START });
    const table: readonly [Partial<SeriesQuery>, [number, number][]][] = [
      [
        {},
        [
          [START, 3],
          [SECOND, 1],
        ],
      ],
      [
        { service: 'dlp' },
        [
          [START, 1],
          [SECOND, 1],
        ],
      ],
      [{ action: 'log' }, [[START, 1]]],
      [{ host: 'api.shop.test' }, [[SECOND, 1]]],
      [{ host: 'www.shop.test', service: 'firewallcustom' }, [[START, 2]]],
      [{ since: SECOND }, [[SECOND, 1]]],
      [{ until: SECOND }, [[START, 3]]],
    ];
    for (const [query, expected] of table) assert.deepEqual(await counts('a', query), expected);
  });

  it('do not grow when events are delivered again', async () => {
    const same = ['1', '2', '3'].map((id) => ({ id, Datetime: START }));
    await insert('c', ...same.slice(0, 2));
    await insert('c', ...same);
    assert.deepEqual(await counts('c'), [[START, 3]]);
  });

  it('have a bounded number of hosts, and lose no event', async () => {
    const hosts = Array.from({ length: HOSTS_PER_BUCKET + 30 }, (_, n) => `h${n}.shop.test`);
    const events = hosts.map((ClientRequestHost) => ({ ClientRequestHost, Datetime: START }));
    for (let from = 0; from < events.length; from += 60) {
      await insert('d', ...events.slice(from, from + 60));
    }
    await insert('d', ...events);
    assert.deepEqual(await counts('d'), [[START, 2 * events.length]]);
    assert.deepEqual(await counts('d', { host: 'h0.shop.test' }), [[START, 2]]);
    assert.deepEqual(await counts('d', { host: '' }), [[START, 60]]);
  });

  it('stay when the events are removed, and are removed when they are old', async () => {
    const clock = new ManualClock(SECOND + KEEP_BUCKETS_MS);
    await insert('e', { Datetime: START }, { Datetime: SECOND });
    const job = securityEventTrimJob({
      database,
      clock,
      zones: { existing: async () => new Set() },
      trimmed: [{ table: 'security_events', keepMs: 1, mostPerZone: 0 }],
      mostPerRun: 10_000,
    });
    await job.run(new AbortController().signal);
    assert.deepEqual(await counts('e'), [[SECOND, 1]]);
    assert.deepEqual(await counts('d'), []);
  });

  it('begin with the events of an earlier version when it is upgraded', async () => {
    const earlier = await kind.create();
    try {
      const upgraded = earlier.open<SecurityEventsTables>();
      const all = [...coreMigrations, ...securityEventsMigrations];
      const added = [eventBuckets, eventActionBuckets];
      await upgraded.migrate(all.filter((migration) => !added.includes(migration)));
      await insert('f', {});
      const { seq: _, ...row } = await database.read
        .selectFrom('security_events')
        .selectAll()
        .where('zone_id', '=', 'f')
        .executeTakeFirstOrThrow();
      const now = Date.now();
      const rows = [now, now, now - 3_600_000, now - KEEP_BUCKETS_MS - BUCKET_MS].map(
        (occurred_at, n) => ({ ...row, occurred_at, id: `${n}` }),
      );
      await upgraded.transaction((tx) => tx.insertInto('security_events').values(rows).execute());
      await upgraded.migrate(all);
      // Events of an earlier version count for each action.
      const query = { zoneId: 'f', service: row.source, action: 'log', host: undefined, since: 0 };
      const counted = await new EventSeriesReadModel(upgraded).counts({ ...query, until: now + 1 });
      assert.deepEqual([...counted].sort(), [
        [bucketOf(now - 3_600_000), 1],
        [bucketOf(now), 2],
      ]);
    } finally {
      await earlier.remove();
    }
  });
});
