import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeOnEachDatabase, type TestDatabase } from '../../../test/support/databases.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { coreMigrations } from '../../storage/core-migrations.ts';
import { sampleEvent } from './fixtures/sample-event.ts';
import { securityEventStore } from './security-event-store.ts';
import {
  type EventTrimOptions,
  securityEventTrimJob,
  type Trimmed,
} from './security-event-trim.ts';
import { securityEventsMigrations } from './security-events-migrations.ts';
import type { SecurityEventsDatabase, SecurityEventsTables } from './security-events-tables.ts';

describeOnEachDatabase('trim of security events', (kind) => {
  let home: TestDatabase;
  let database: SecurityEventsDatabase;
  const clock = new ManualClock();
  const never = new AbortController().signal;

  before(async () => {
    home = await kind.create();
    database = home.open<SecurityEventsTables>();
    await database.migrate([...coreMigrations, ...securityEventsMigrations]);
  });
  after(() => home.remove());

  function job(more: Partial<Trimmed>) {
    const zones: EventTrimOptions['zones'] = { existing: async (ids) => new Set(ids) };
    const limits = { keepMs: 1_000_000, mostPerZone: 1_000 };
    const trimmed = [{ store: securityEventStore, ...limits, ...more }];
    return securityEventTrimJob({ database, clock, zones, trimmed });
  }

  const left = async (zoneId: string) => {
    const rows = await database.read
      .selectFrom('security_events')
      .select('id')
      .where('zone_id', '=', zoneId)
      .orderBy('seq')
      .execute();
    return rows.map(({ id }) => id);
  };

  it('lets the oldest go when a zone has too many, of equal times those that came first', async () => {
    const many = Array.from({ length: 1_200 }, (_, n) =>
      sampleEvent('a', { id: `a${n}`, Datetime: clock.now() - 100 + Math.floor(n / 1_000) }),
    );
    const few = sampleEvent('b', { id: 'b', Datetime: clock.now() - 200 });
    await database.transaction((tx) => securityEventStore.insert(tx, [...many, few]));
    await job({ mostPerZone: 1_200 }).run(never);
    assert.equal((await left('a')).length, 1_200);
    await job({ mostPerZone: 300 }).run(never);
    assert.deepEqual(
      await left('a'),
      many.slice(-300).map(({ id }) => id),
    );
    assert.deepEqual(await left('b'), ['b']);
  });

  it('stops between two lots when it is told to', async () => {
    await job({ mostPerZone: 0 }).run(AbortSignal.abort());
    assert.equal((await left('a')).length, 300);
  });

  it('keeps what is exactly as old as it may be', async () => {
    await job({ keepMs: 200 }).run(never);
    assert.deepEqual(await left('b'), ['b']);
    await job({ keepMs: 199 }).run(never);
    assert.deepEqual(await left('b'), []);
  });
});
