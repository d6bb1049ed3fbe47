import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeOnEachDatabase, type TestDatabase } from '../../../test/support/databases.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { BUCKET_MS, HOSTS_PER_BUCKET, KEEP_BUCKETS_MS } from './event-bucket-model.ts';
import { EventSeriesReadModel, type SeriesQuery } from './event-series-read-model.ts';
import { type SampleEvent, sampleEvent } from './fixtures/sample-event.ts';
import { securityEventStore } from './security-event-store.ts';
import { securityEventTrimJob } from './security-event-trim.ts';
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

  it('do not grow when events are redelivered', async () => {
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
});
