import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { describeOnEachDatabase, sqlite } from '../../test/support/databases.ts';
import { tempFolder } from '../../test/support/temp-folder.ts';
import { SecurityEventReadModel } from '../areas/security-events/security-event-read-model.ts';
import { openLocalApi } from '../tools/local-api.ts';
import { migrations, type Tables } from './modules.ts';
import { API_BASE } from './node/api-base.ts';
import { readSettings } from './settings/settings.ts';

const names = migrations.map(({ name }) => name);

/** Dump of an SQLite database with the baseline schema of all areas and resources of each; one statement per line. */
const file = join(import.meta.dirname, '../../test/fixtures/baseline.sql');
const saved = readFileSync(file, 'utf8').trim().split('\n');
const schema = saved.filter((line) => line.startsWith('CREATE '));
const rows = saved.filter((line) => line.startsWith('insert '));
const [ofMigrator = [], ofAreas = []] = Map.groupBy(rows, (row) =>
  row.startsWith('insert into kysely_migration '),
).values();
const baseline = migrations.filter(({ name }) => ofMigrator.some((row) => row.includes(name)));
const later = migrations.filter((migration) => !baseline.includes(migration));

describe('migrations of all areas', () => {
  it('are numbered one after the other within each area', () => {
    const counts = new Map<string, number>();
    for (const name of names) {
      const [, area = '', number] = /^([-a-z]+)\/(\d{4})-[-a-z]+$/.exec(name) ?? [];
      const expected = (counts.get(area) ?? 0) + 1;
      assert.equal(Number(number), expected, name);
      counts.set(area, expected);
    }
  });

  it('begin with a baseline that creates the saved schema', async (test) => {
    const home = await sqlite.create();
    test.after(() => home.remove());
    const database = home.open();
    await database.migrate(baseline);
    const { rows: made } = await sql<{ text: string }>`
      select sql || ';' as text from sqlite_schema
      where sql is not null and name not like 'sqlite_%' order by rowid
    `.execute(database.read);
    assert.deepEqual(
      made.map(({ text }) => text),
      schema,
    );
  });
});

describeOnEachDatabase('migrations of all areas', (kind) => {
  it('are all applied to an empty database', async (test) => {
    const home = await kind.create();
    test.after(() => home.remove());
    assert.deepEqual(await home.open().migrate(migrations), names);
  });

  it('migrate the saved database to the current schema and keep its rows', async (test) => {
    const home = await kind.create();
    const folder = tempFolder();
    test.after(async () => {
      await home.remove();
      folder.remove();
    });
    const database = home.open<Tables>();
    if (kind !== sqlite) await database.migrate(baseline);
    await database.transaction(async (tx) => {
      for (const line of kind === sqlite ? saved : ofAreas) await sql.raw(line).execute(tx);
    });
    assert.deepEqual(
      await database.migrate(migrations),
      later.map(({ name }) => name),
    );
    const token = 'administrator-of-the-saved-database';
    const api = await openLocalApi(
      readSettings({
        PALISADE_DATA_DIR: folder.path,
        PALISADE_DATABASE_URL: home.url,
        PALISADE_ADMIN_TOKEN: token,
        PALISADE_EDGE_KEY: '0123456789abcdef'.repeat(4),
      }),
    );
    const get = async (path: string) => {
      const headers = { authorization: `Bearer ${token}` };
      return (await api.inject({ url: API_BASE + path, headers })).json().result;
    };
    try {
      const [zone] = await get('/zones?name=shop.test');
      const [ofZone, ofAccount] = [`/zones/${zone.id}`, `/accounts/${zone.account.id}`];
      for (const [path, member, value] of [
        [`${ofZone}/settings/challenge_ttl`, 'value', 2700],
        [`${ofZone}/load_balancers`, 'name', 'www.shop.test'],
        [`${ofAccount}/load_balancers/pools`, 'name', 'origins'],
        [`${ofAccount}/rules/lists`, 'name', 'partners'],
        [`${ofZone}/page_shield/policies`, 'value', "script-src 'self'"],
        [`${ofZone}/logpush/jobs`, 'name', 'archive'],
        [`${ofAccount}/alerting/v3/policies`, 'name', 'Health of pools'],
        [`${ofZone}/web3/hostnames`, 'name', 'rpc.shop.test'],
      ] as const) {
        const found = [await get(path)].flat();
        assert.deepEqual(
          found.map((each) => each[member]),
          [value],
          path,
        );
      }
      const phase = `${ofZone}/rulesets/phases/http_request_firewall_custom/entrypoint`;
      const [rule] = (await get(phase)).rules;
      assert.equal(rule.expression, 'ip.src in $partners');
      // The saved events are older than the period that the API lists.
      const events = new SecurityEventReadModel(database);
      const any = { since: undefined, until: undefined, pathPrefix: undefined };
      const ofHost = { ...any, zoneId: zone.id, equals: { host: ['www.shop.test'] } };
      assert.equal((await events.list(ofHost, undefined, 10)).events.length, 1);
    } finally {
      await api.close();
    }
  });
});
