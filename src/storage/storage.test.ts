import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import {
  describeOnEachDatabase,
  postgres,
  type TestDatabase,
} from '../../test/support/databases.ts';
import { ManualClock, settle } from '../../test/support/manual-clock.ts';
import { systemActor } from '../contracts/actor.ts';
import type { Change, ChangeEvent } from '../contracts/change.ts';
import { ChangeFeed } from './change-feed.ts';
import { ChangeLog } from './change-log.ts';
import { coreMigrations } from './core-migrations.ts';
import type { CoreTables } from './core-tables.ts';
import type { Database } from './database.ts';
import { LeaseStore } from './lease-store.ts';
import type { Migration } from './migrator.ts';

function change(resourceId: string): Change {
  return {
    actor: systemActor,
    action: 'create',
    resource: 'thing',
    resourceId,
    accountId: null,
    zoneId: 'zone',
    before: null,
    after: { id: resourceId },
  };
}

describeOnEachDatabase('storage contract', (kind) => {
  let home: TestDatabase;
  let database: Database<CoreTables>;
  const clock = new ManualClock();

  before(async () => {
    home = await kind.create();
    database = home.open<CoreTables>();
    assert.deepEqual(
      await database.migrate(coreMigrations),
      coreMigrations.map(({ name }) => name),
    );
  });
  after(() => home.remove());

  it('applies a migration once', async () => {
    assert.deepEqual(await database.migrate(coreMigrations), []);
  });

  it('applies migrations in the order of the list, whatever their names', async () => {
    const other = await kind.create();
    const order: string[] = [];
    const named = (name: string): Migration => ({ name, up: async () => void order.push(name) });
    const list = [named('z/0001-first'), named('a/0001-second'), named('m/0001-third')];
    try {
      const fresh = other.open<CoreTables>();
      assert.deepEqual(
        await fresh.migrate(list),
        list.map(({ name }) => name),
      );
      assert.deepEqual(
        order,
        list.map(({ name }) => name),
      );
    } finally {
      await other.remove();
    }
  });

  it('refuses a database that another version has migrated, and names the remedy', async (test) => {
    const other = await kind.create();
    test.after(() => other.remove());
    const database = other.open<CoreTables>();
    const named = (name: string): Migration => ({ name, up: async () => {} });
    const [first, second] = [named('a/0001-first'), named('a/0002-second')];
    await database.migrate([first, second]);
    await assert.rejects(database.migrate([first]), /a later version.*a\/0002-second.*Start that/);
    await assert.rejects(
      database.migrate(coreMigrations),
      /before the baseline .* start this one with an empty data folder or database/,
    );
    assert.equal((await database.read.introspection.getTables()).length, 0, 'it is not changed');
  });

  it('applies a migration that sorts before applied migrations of other areas', async () => {
    const other = await kind.create();
    const named = (name: string): Migration => ({ name, up: async () => {} });
    const added = named('a/0002-later');
    const [first, last] = [named('a/0001-first'), named('b/0001-first')];
    try {
      const earlier = other.open<CoreTables>();
      await earlier.migrate([first, last]);
      assert.deepEqual(await earlier.migrate([first, added, last]), [added.name]);
    } finally {
      await other.remove();
    }
  });

  it('lets several processes migrate at the same time, and applies everything once', async () => {
    const other = await kind.create();
    const list = ['c', 'b', 'a'].map(
      (name): Migration => ({
        name,
        up: (db) => db.schema.createTable(name).addColumn('id', 'integer').execute(),
      }),
    );
    try {
      const handles = Array.from({ length: 4 }, () => other.open<CoreTables>());
      const applied = await Promise.all(handles.map((handle) => handle.migrate(list)));
      assert.deepEqual(applied.flat().toSorted(), ['a', 'b', 'c']);
    } finally {
      await other.remove();
    }
  });

  it('rolls back a migration that fails half-way', async () => {
    const half: Migration = {
      name: 'storage/9999-half',
      async up(db) {
        await db.schema.createTable('half').addColumn('id', 'integer').execute();
        throw new Error('power cut');
      },
    };
    await assert.rejects(database.migrate([...coreMigrations, half]), /9999-half.*power cut/);
    const tables = await database.read.introspection.getTables();
    assert.ok(!tables.some((table) => table.name === 'half'));
  });

  it('rolls back everything when the work throws', async () => {
    const log = new ChangeLog(database, clock);
    await assert.rejects(
      database.transaction(async (tx) => {
        await log.append(tx, change('lost'));
        throw new Error('no');
      }),
      /no/,
    );
    const rows = await database.read
      .selectFrom('audit_entries')
      .where('resource_id', '=', 'lost')
      .selectAll()
      .execute();
    assert.deepEqual(rows, []);
  });

  it('runs concurrent read-modify-write transactions without losing one', async () => {
    const leases = new LeaseStore(database, clock);
    await leases.acquire(['counter'], 'nobody', 0);
    const increment = () =>
      database.transaction((tx) =>
        tx
          .updateTable('leases')
          .set((eb) => ({ epoch: eb('epoch', '+', 1) }))
          .where('name', '=', 'counter')
          .execute(),
      );
    await Promise.all(Array.from({ length: 50 }, increment));
    const row = await database.read
      .selectFrom('leases')
      .select('epoch')
      .where('name', '=', 'counter')
      .executeTakeFirstOrThrow();
    assert.equal(row.epoch, 51);
  });

  it('distinguishes a unique violation from other failures', async () => {
    const insert = () =>
      database.transaction((tx) =>
        tx
          .insertInto('leases')
          .values({ name: 'unique', holder: '', expires_at: 0, epoch: 1 })
          .execute(),
      );
    await insert();
    const error = await insert().catch((e: unknown) => e);
    assert.ok(database.dialect.isUniqueViolation(error));
    assert.ok(!database.dialect.isUniqueViolation(new Error('other')));
  });

  it('feeds every committed change, in order, including those of another process', async () => {
    const other = home.open<CoreTables>();
    const seen: ChangeEvent[] = [];
    const feed = new ChangeFeed({
      database,
      clock,
      pollMs: 1_000,
      onError: (error) => assert.fail(String(error)),
    });
    feed.subscribe((events) => void seen.push(...events));
    await feed.start();
    const writers = [database, other].flatMap((handle, who) =>
      Array.from({ length: 20 }, (_, n) =>
        handle.transaction((tx) =>
          new ChangeLog(handle, clock).append(tx, change(`fed-${who}-${n}`)),
        ),
      ),
    );
    await Promise.all(writers);
    await clock.advance(1_000);
    while (seen.length < 40) await settle();
    await feed.stop();
    assert.equal(new Set(seen.map((event) => event.resourceId)).size, 40);
    const numbers = seen.map((event) => event.seq);
    assert.deepEqual(
      numbers,
      numbers.toSorted((a, b) => a - b),
    );
    assert.equal(clock.sleeping, 0, 'no timer outlives stop()');
  });

  it('announces an observed change without an audit entry', async () => {
    const log = new ChangeLog(database, clock);
    const { actor: _, before: __, after: ___, ...event } = change('observed');
    await database.transaction((tx) => log.announce(tx, event));
    const written = async (table: 'outbox' | 'audit_entries') => {
      const rows = await database.read
        .selectFrom(table)
        .where('resource_id', '=', 'observed')
        .select(['action', 'resource', 'account_id', 'zone_id', 'created_at'])
        .execute();
      return rows.map((row) => ({ ...row }));
    };
    assert.deepEqual(await written('outbox'), [
      {
        action: 'create',
        resource: 'thing',
        account_id: null,
        zone_id: 'zone',
        created_at: clock.now(),
      },
    ]);
    assert.deepEqual(await written('audit_entries'), []);
  });

  it('keeps feeding after a listener or the database failed', async () => {
    const errors: unknown[] = [];
    const seen: string[] = [];
    let failures = 1;
    const feed = new ChangeFeed({
      database,
      clock,
      pollMs: 1_000,
      onError: (e) => errors.push(e),
    });
    feed.subscribe((events) => {
      if (failures-- > 0) throw new Error('listener is not ready');
      seen.push(...events.map((event) => event.resourceId));
    });
    await feed.start();
    const log = new ChangeLog(database, clock);
    await database.transaction((tx) => log.append(tx, change('retried')));
    while (errors.length === 0) await settle();
    while (clock.sleeping === 0) await settle();
    await clock.advance(1_000);
    while (seen.length === 0) await settle();
    await feed.stop();
    assert.deepEqual(seen, ['retried']);
  });

  it('gives a lease to one holder at a time, with a growing epoch', async () => {
    const leases = new LeaseStore(database, clock);
    const acquire = (holder: string) => leases.acquire(['probe'], holder, 1_000);
    assert.deepEqual(await acquire('a'), [{ name: 'probe', holder: 'a', epoch: 1 }]);
    assert.deepEqual(await acquire('b'), []);
    assert.equal((await acquire('a'))[0]?.epoch, 1, 'the holder extends');
    assert.deepEqual(await acquire('b'), []);
    await clock.advance(999);
    assert.deepEqual(await acquire('b'), []);

    await clock.advance(1);
    const second = await acquire('b');
    assert.equal(second[0]?.epoch, 2, 'an expired lease is taken over');
    await leases.release(second);
    assert.equal((await acquire('a'))[0]?.epoch, 3, 'a released one too');
    await leases.releaseAll('b');
    assert.deepEqual(await acquire('b'), []);
    await leases.releaseAll('a');
    assert.equal((await acquire('b'))[0]?.epoch, 4, 'and one whose holder is gone');
  });

  it('takes and extends many leases at once, but not those of others', async () => {
    const names = ['many-a', 'many-b', 'many-c'];
    const [mine, other] = [new LeaseStore(database, clock), new LeaseStore(database, clock)];
    await other.acquire(['many-b'], 'other', 1_000);
    const held = async () => (await mine.acquire(names, 'me', 1_000)).map(({ name }) => name);
    assert.deepEqual(await held(), ['many-a', 'many-c']);
    await clock.advance(600);
    await other.acquire(['many-b'], 'other', 1_000);
    await clock.advance(600);
    assert.deepEqual(await held(), ['many-a', 'many-c'], 'it was extended meanwhile');
  });

  for (const hours of [-6, 6]) {
    it(`keeps leases for their duration when the system time changes by ${hours} hours`, async () => {
      const name = `set-by-${hours}`;
      const away = new ManualClock();
      const [a, b] = [new LeaseStore(database, away), new LeaseStore(database, away)];
      await a.acquire([name], 'a', 1_000);
      assert.deepEqual(await b.acquire([name], 'b', 1_000), []);
      away.set(away.now() + hours * 3_600_000);
      await away.advance(500);
      assert.deepEqual(await b.acquire([name], 'b', 1_000), [], 'it has not expired');
      assert.equal((await a.acquire([name], 'a', 1_000)).length, 1);
      assert.deepEqual(await b.acquire([name], 'b', 1_000), [], 'it was extended');
      await away.advance(1_000);
      assert.equal((await b.acquire([name], 'b', 1_000)).length, 1);
    });
  }

  it('has one winner when many acquire a lease at once', async () => {
    const leases = new LeaseStore(database, clock);
    const asked = Array.from({ length: 20 }, (_, n) =>
      leases.acquire(['race'], `node-${n}`, 1_000),
    );
    const won = (await Promise.all(asked)).flat();
    assert.equal(won.length, 1);
  });
});

describe('announcements between nodes on PostgreSQL', () => {
  it('are received again after the connection was cut', async (test) => {
    const home = await postgres.create();
    test.after(() => home.remove());
    const [reader, writer] = [home.open<CoreTables>(), home.open<CoreTables>()];
    let received = Promise.withResolvers<void>();
    const listener = await reader.dialect.listen?.(() => received.resolve());
    assert.ok(listener);
    const announce = () => writer.transaction((tx) => writer.dialect.announce(tx as never));
    await announce();
    await received.promise;

    received = Promise.withResolvers<void>();
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query like 'listen%'
    `.execute(writer.read);
    // After a reconnect it always notifies readers, because announcements may have been missed.
    await received.promise;
    received = Promise.withResolvers<void>();
    await announce();
    await received.promise;
    await listener.stop();
  });
});

describe('migrations on PostgreSQL', () => {
  it('are applied while other processes create and drop tables', async (test) => {
    const home = await postgres.create();
    test.after(() => home.remove());
    const [database, other] = [home.open<CoreTables>(), home.open<CoreTables>()];
    await database.migrate(coreMigrations);
    let isDone = false;
    const churn = async (name: string) => {
      while (!isDone) {
        await other.read.schema.createTable(name).addColumn('id', 'integer').execute();
        await other.read.schema.dropTable(name).execute();
      }
    };
    const churning = Promise.all(['churn_1', 'churn_2', 'churn_3'].map(churn));
    try {
      for (let n = 0; n < 20; n++) assert.deepEqual(await database.migrate(coreMigrations), []);
    } finally {
      isDone = true;
      await churning;
    }
  });
});
