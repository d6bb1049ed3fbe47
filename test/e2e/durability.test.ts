import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { CoreTables } from '../../src/storage/core-tables.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { nodeHome } from '../support/node-process.ts';

const WRITERS = 500;
const CREATES = 500;
const KILL_AFTER = 150;

/** After a kill, acknowledged changes must be stored, and no change may be stored in part. */
describeOnEachDatabase('kill -9 while 500 zones are created', (kind) => {
  it('keeps every acknowledged zone, with its audit entry and its event', async (test) => {
    const database = await kind.createMigrated();
    // Without an edge, which this test does not need.
    const settings = { PALISADE_DATABASE_URL: database.url, PALISADE_ROLES: 'api,worker' };
    const home = await nodeHome(settings);
    test.after(async () => {
      await home.remove();
      await database.remove();
    });
    const first = await home.start();
    const headers = {
      authorization: `Bearer ${first.token()}`,
      'content-type': 'application/json',
    };
    const accounts = await fetch(`${first.api}/accounts`, { headers });
    const [account] = ((await accounts.json()) as { result: { id: string }[] }).result;

    const acknowledged = new Set<string>();
    const names = Array.from({ length: CREATES }, (_, n) => `durable-${n}.test`);
    const write = async () => {
      for (let name = names.pop(); name !== undefined; name = names.pop()) {
        const body = JSON.stringify({ name, account });
        const response = await fetch(`${first.api}/zones`, { method: 'POST', headers, body });
        const { success } = (await response.json()) as { success: boolean };
        // On a busy machine, so many concurrent writes may exceed the time limit of the database.
        if (response.status === 503) {
          names.unshift(name);
          continue;
        }
        assert.ok(success);
        acknowledged.add(name);
        if (acknowledged.size === KILL_AFTER) first.child.kill('SIGKILL');
      }
    };
    await Promise.allSettled(Array.from({ length: WRITERS }, write));
    assert.equal(await first.end(), 'SIGKILL');
    assert.ok(acknowledged.size >= KILL_AFTER, `${acknowledged.size} were acknowledged`);
    assert.ok(acknowledged.size < CREATES, 'the kill came in the middle');

    const second = await home.start();
    const found = new Map<string, string>();
    for (let page = 1; ; page++) {
      const url = `${second.api}/zones?per_page=50&page=${page}`;
      const response = await fetch(url, { headers });
      const { result } = (await response.json()) as { result: { id: string; name: string }[] };
      if (result.length === 0) break;
      for (const zone of result) found.set(zone.name, zone.id);
    }
    const lost = [...acknowledged].filter((name) => !found.has(name));
    assert.deepEqual(lost, [], 'acknowledged but lost');

    const handle = database.open<CoreTables>();
    for (const table of ['audit_entries', 'outbox'] as const) {
      const rows = await handle.read
        .selectFrom(table)
        .select('resource_id')
        .where('resource', '=', 'zone')
        .execute();
      assert.deepEqual(
        new Set(rows.map((row) => row.resource_id)),
        new Set(found.values()),
        `${table} has a row for exactly the stored zones`,
      );
      assert.equal(rows.length, found.size);
    }
    const again = JSON.stringify({ name: 'after.test', account });
    const response = await fetch(`${second.api}/zones`, { method: 'POST', headers, body: again });
    assert.equal(response.status, 200, 'the node accepts changes');
    assert.equal(await second.end(), 0);
  });
});
