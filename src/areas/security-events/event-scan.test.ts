import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { CompiledQuery, sql } from 'kysely';
import { describeOnEachDatabase, type TestDatabase } from '../../../test/support/databases.ts';
import { matching, scansOf, startOf } from './event-scan.ts';
import { sampleEvent } from './fixtures/sample-event.ts';
import { oldestOfNextZone } from './oldest-events.ts';
import { searchKey } from './search-key.ts';
import type { EventFilter } from './security-event-model.ts';
import { SecurityEventReadModel } from './security-event-read-model.ts';
import { securityEventStore } from './security-event-store.ts';
import {
  type FilterColumn,
  filterColumns,
  type SecurityEventsDatabase,
  type SecurityEventsTables,
} from './security-events-tables.ts';

const EVENTS = 100_000;
const PART = 10_000;
const all: EventFilter = {
  zoneId: 'zone',
  since: undefined,
  until: undefined,
  equals: {},
  pathPrefix: undefined,
};

describeOnEachDatabase('scans of a hundred thousand events', (kind) => {
  let home: TestDatabase;
  let database: SecurityEventsDatabase;
  let events: SecurityEventReadModel;

  before(async () => {
    home = await kind.createMigrated();
    database = home.open<SecurityEventsTables>();
    events = new SecurityEventReadModel(database);
    // One event in 1,000 has another source, host and rule. Each path occurs once.
    const key = (column: FilterColumn, value: string) => sql.lit(searchKey('zone', column, value));
    // In parts, because one statement for all of them takes longer than a statement may on a slow machine.
    for (let first = 1; first <= EVENTS; first += PART) {
      const last = sql.lit(first + PART - 1);
      const insert = sql`
        with recursive n(i) as
          (select ${sql.lit(first)} union all select i + 1 from n where i < ${last})
        insert into security_events (id, zone_id, occurred_at, action, source, rule_id, ruleset_id,
          host, path, client_ip, country, ray_id, fields_json, action_key, source_key, rule_id_key,
          ruleset_id_key, country_key, host_key, path_key, client_ip_key, ray_id_key)
        select 'e' || i, 'zone', i / 10, 'log', case when i % 1000 = 0 then 'dlp' else 'ratelimit' end,
          case when i % 1000 = 0 then 'rare' else 'usual' end, 'set',
          case when i % 1000 = 500 then 'rare' else 'usual' end, '/' || i,
          '192.0.2.' || (i % 200), 'pt', 'ray' || i, '{}', ${key('action', 'log')},
          case when i % 1000 = 0 then ${key('source', 'dlp')} else ${key('source', 'ratelimit')} end,
          case when i % 1000 = 0 then ${key('rule_id', 'rare')} else ${key('rule_id', 'usual')} end,
          ${key('ruleset_id', 'set')}, ${key('country', 'pt')},
          case when i % 1000 = 500 then ${key('host', 'rare')} else ${key('host', 'usual')} end,
          -- Nobody looks for these values: any numbers do.
          i, i % 200, i from n`;
      await database.transaction((tx) => insert.execute(tx));
    }
    if (database.dialect.isShared) await sql`analyze security_events`.execute(database.read);
  });
  after(() => home.remove());

  /** The query plan as text. */
  async function planOf(filter: EventFilter): Promise<string> {
    const [scan] = scansOf(filter);
    assert.ok(scan);
    return await planOfQuery(matching(database.read, scan, startOf(filter), 50).select('seq'));
  }

  async function planOfQuery(wanted: { compile(): CompiledQuery }): Promise<string> {
    const query = wanted.compile();
    const verb = database.dialect.name === 'sqlite' ? 'explain query plan' : 'explain';
    const raw = CompiledQuery.raw(`${verb} ${query.sql}`, [...query.parameters]);
    const { rows } = await database.read.executeQuery(raw);
    return rows.map((row) => JSON.stringify(row)).join('\n');
  }

  const values: Readonly<Partial<Record<string, string>>> = {
    ray_id: 'ray77',
    client_ip: '192.0.2.7',
    country: 'es',
    rule_id: 'rare',
    path: '/77',
    host: 'rare',
    source: 'dlp',
    action: 'block',
    ruleset_id: 'other',
  };

  for (const column of filterColumns) {
    it(`use the index of ${column}`, async () => {
      const equals = { [column]: [values[column] ?? ''] };
      for (const more of [{}, { since: 100, until: 9_000 }, { pathPrefix: '/7' }]) {
        const plan = await planOf({ ...all, equals, ...more });
        assert.match(plan, new RegExp(`security_events_by_${column}\\b`), plan);
        assert.doesNotMatch(plan, /Seq Scan|SCAN security_events|ORDER BY/, plan);
      }
    });
  }

  it('use the index of times if no filter has a better one', async () => {
    for (const more of [{}, { since: 100, until: 9_000 }, { pathPrefix: '/7' }]) {
      const plan = await planOf({ ...all, ...more });
      assert.match(plan, /security_events_by_time/, plan);
      assert.doesNotMatch(plan, /Seq Scan|SCAN security_events|ORDER BY/, plan);
    }
  });

  it('find the oldest event of the next zone at the first entry of an index', async () => {
    const query = oldestOfNextZone(database.read, 'security_events', '');
    const plan = await planOfQuery(query);
    assert.match(plan, /security_events_by_time/, plan);
    assert.doesNotMatch(plan, /Seq Scan|SCAN security_events|ORDER BY|Sort/, plan);
    assert.deepEqual({ ...(await query.executeTakeFirst()) }, { zoneId: 'zone', occurredAt: 0 });
  });

  it('find rare events over many windows', async () => {
    const rare = { ...all, equals: { host: ['usual'], source: ['dlp'] } };
    const first = await events.list(rare, undefined, 60);
    const second = await events.list(rare, first.after, 60);
    const found = [...first.events, ...second.events].map(({ id }) => id);
    const wanted = Array.from({ length: 100 }, (_, n) => `e${EVENTS - n * 1_000}`);
    assert.deepEqual(found, wanted);
    assert.equal(second.after, undefined);
  });

  it('tell values apart that have the same key', async () => {
    const byKey = new Map<number, string>();
    const collision = () => {
      for (let n = 0; ; n++) {
        const [key, host] = [searchKey('other', 'host', `h${n}.test`), `h${n}.test`];
        const before = byKey.get(key);
        if (before !== undefined) return [before, host] as const;
        byKey.set(key, host);
      }
    };
    const [one, two] = collision();
    const sent = [one, two].map((host, n) =>
      sampleEvent('other', { id: host, ClientRequestHost: host, Datetime: n }),
    );
    await database.transaction((tx) => securityEventStore.insert(tx, sent));
    const found = await events.list(
      { ...all, zoneId: 'other', equals: { host: [one] } },
      undefined,
      1,
    );
    assert.deepEqual(
      found.events.map(({ id }) => id),
      [one],
    );
    assert.equal(found.after, undefined);
    const counts = await events.countsByValue(
      { ...all, zoneId: 'other', equals: { host: [two] } },
      'host',
    );
    assert.deepEqual(counts.top(10), [{ value: two, count: 1 }]);
  });

  it('count every event once', async () => {
    const bySource = (await events.countsByValue(all, 'source')).top(10);
    assert.deepEqual(bySource, [
      { value: 'ratelimit', count: EVENTS - 100 },
      { value: 'dlp', count: 100 },
    ]);
    const byTime = await events.countsOverTime({ ...all, since: 0, until: 9_000 }, 'action', 3_000);
    assert.deepEqual(
      byTime.sort((a, b) => a.start - b.start).map(({ start, count }) => [start, count]),
      [
        [0, 29_999],
        [3_000, 30_000],
        [6_000, 30_000],
      ],
    );
  });
});
