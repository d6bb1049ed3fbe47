import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import Cloudflare from 'cloudflare';
import { describeOnEachDatabase } from '../support/databases.ts';
import { ADMIN_TOKEN, openTestApi, type TestApi } from '../support/test-api.ts';

/** Filters, firewall rules and page rules with the official client, over a real socket. */
describeOnEachDatabase('official client: firewall rules and page rules', (kind) => {
  let api: TestApi;
  let client: Cloudflare;
  let zone: { zone_id: string };

  before(async () => {
    api = await openTestApi(kind);
    const origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
    client = new Cloudflare({
      apiToken: ADMIN_TOKEN,
      baseURL: `${origin}/client/v4`,
      maxRetries: 0,
    });
    zone = { zone_id: await api.newZone() };
  });
  after(() => api.close());

  it('creates, gets, updates, lists and deletes filters', async () => {
    const { filters } = client;
    const body = [{ expression: 'ssl' }, { expression: 'not ssl', ref: 'two' }];
    const [one, two] = await Array.fromAsync(filters.create({ ...zone, body }));
    const [id = '', other = ''] = [one?.id, two?.id];
    assert.equal((await filters.get(other, zone)).ref, 'two');
    const updated = await filters.update(id, { ...zone, expression: 'ip.src eq 192.0.2.1' });
    assert.equal(updated.expression, 'ip.src eq 192.0.2.1');
    const changes = [{ id: other, expression: 'not ssl', paused: true }];
    const [paused] = await Array.fromAsync(filters.bulkUpdate({ ...zone, body: changes }));
    assert.equal(paused?.paused, true);
    const listed = await Array.fromAsync(filters.list({ ...zone, paused: true }));
    assert.deepEqual(
      listed.map((each) => each.id),
      [other],
    );
    assert.deepEqual(await filters.delete(id, zone), { id });
    assert.deepEqual(await filters.bulkDelete({ ...zone, id: [other] }), [{ id: other }]);
  });

  it('creates, gets, updates, edits, lists and deletes firewall rules', async () => {
    const { rules } = client.firewall;
    const filter = { expression: 'http.host eq "a.test"' };
    const created = rules.create({ ...zone, action: { mode: 'simulate' }, filter });
    const [rule] = await Array.fromAsync(created);
    const [id = '', { id: filterId = '' } = {}] = [rule?.id, rule?.filter];
    assert.equal(rule?.action, 'log');
    assert.equal((await rules.get(id, zone)).id, id);
    // The types of the client have no id, which is all that this call reads of a filter.
    const byId: object = { id: filterId };
    const updated = await rules.update(id, { ...zone, action: { mode: 'ban' }, filter: byId });
    assert.equal(updated.action, 'block');
    const [edited] = await Array.fromAsync(rules.edit(id, zone, { body: { priority: 7 } }));
    assert.equal(edited?.priority, 7);
    const [first] = await Array.fromAsync(
      rules.bulkEdit({ ...zone, id }, { body: { id, priority: 8 } }),
    );
    assert.equal(first?.priority, 8);
    const whole = { id, action: 'allow', filter: byId };
    const [replaced] = await Array.fromAsync(rules.bulkUpdate({ ...zone, id }, { body: [whole] }));
    assert.equal(replaced?.action, 'allow');
    const listed = await Array.fromAsync(rules.list({ ...zone, action: 'allow' }));
    assert.equal(listed.length, 1);
    const deleted = await Array.fromAsync(rules.bulkDelete(zone, { query: { id: [id] } }));
    assert.deepEqual(
      deleted.map((each) => each.id),
      [id],
    );
  });

  it('creates, gets, edits, updates, lists and deletes page rules', async () => {
    const { pageRules } = client;
    const { name = '' } = await client.zones.get(zone);
    const constraint = { operator: 'matches' as const, value: `${name}/*` };
    const targets = [{ target: 'url' as const, constraint }];
    const actions = [{ id: 'disable_security' as const }];
    const { id, status } = await pageRules.create({ ...zone, targets, actions });
    assert.equal(status, 'disabled');
    assert.equal((await pageRules.get(id, zone)).priority, 1);
    assert.equal((await pageRules.edit(id, { ...zone, status: 'active' })).status, 'active');
    const updated = await pageRules.update(id, { ...zone, targets, actions, priority: 3 });
    assert.deepEqual([updated.priority, updated.status], [3, 'disabled']);
    assert.equal((await pageRules.list(zone)).length, 1);
    assert.deepEqual(await pageRules.delete(id, zone), { id });
  });
});
