import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import Cloudflare from 'cloudflare';
import type { AuditLogFilterName } from '../../src/areas/platform/audit/audit-log-read-model.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import {
  ADMIN_EMAIL,
  ADMIN_KEY,
  ADMIN_TOKEN,
  openTestApi,
  type TestApi,
} from '../support/test-api.ts';

describeOnEachDatabase('audit log', (kind) => {
  let api: TestApi;

  before(async () => {
    api = await openTestApi(kind);
  });
  after(() => api.close());

  const log = async (query = '') =>
    (await api.call('GET', `/accounts/${api.accountId}/audit_logs?${query}`)).body.result;

  it('records who changed what, with the values before and after', async () => {
    const body = { name: 'audit.test', account: { id: api.accountId } };
    const zone = (await api.call('POST', '/zones', { body, address: '192.0.2.1' })).body.result;
    await api.call('PATCH', `/zones/${zone.id}`, {
      token: '',
      headers: { 'x-auth-email': ADMIN_EMAIL, 'x-auth-key': ADMIN_KEY },
      body: { paused: true },
    });
    await api.call('DELETE', `/zones/${zone.id}`);

    const [deleted, updated, created] = await log();
    assert.deepEqual(
      [created, updated, deleted].map((entry) => entry.action.type),
      ['create', 'update', 'delete'],
    );
    for (const entry of [created, updated, deleted]) {
      assert.deepEqual(entry.resource, { id: zone.id, type: 'zone' });
      assert.equal(entry.owner.id, api.accountId);
      assert.equal(entry.actor.email, ADMIN_EMAIL);
    }
    assert.equal(created.actor.ip, '192.0.2.1');
    for (const { actor } of [created, updated]) assert.equal(actor.type, 'user');
    assert.equal(created.actor.id, updated.actor.id);
    assert.ok(created.metadata.token_id && created.metadata.token_name);
    assert.deepEqual(updated.metadata, { zone_id: zone.id });
    assert.equal(created.oldValueJson, null);
    assert.equal(created.newValueJson.name, 'audit.test');
    assert.deepEqual([updated.oldValueJson.paused, updated.newValueJson.paused], [false, true]);
    assert.equal(deleted.newValueJson, null);
    assert.deepEqual(await log('action.type=delete'), [deleted]);
    assert.deepEqual(await log(`id=${created.id}`), [created]);
  });

  it('has no entry for a refused write', async () => {
    const count = (await log('per_page=1000')).length;
    const body = { name: 'refused.test', account: { id: api.accountId } };
    await api.call('POST', '/zones', { body });
    await api.call('POST', '/zones', { body });
    await api.call('POST', '/zones', { body: { ...body, name: 'not a name' } });
    assert.equal((await log('per_page=1000')).length, count + 1);
  });

  it('never contains a secret', async () => {
    const policies = [
      {
        effect: 'allow',
        resources: { 'palisade.account.zone.*': '*' },
        permission_groups: [{ id: 'c8fed203ed3043cba015a93ad1616f1f' }],
      },
    ];
    const body = { name: 'secret', policies };
    const { id, value } = (await api.call('POST', '/user/tokens', { body })).body.result;
    const rolled = (await api.call('PUT', `/user/tokens/${id}/value`, { body: {} })).body.result;
    const entries = await log('per_page=1000');
    assert.ok(
      entries.some((entry: { resource: { type: string } }) => entry.resource.type === 'token'),
    );
    const text = JSON.stringify(entries);
    for (const secret of [value, rolled, ADMIN_TOKEN, ADMIN_KEY]) assert.ok(!text.includes(secret));
    assert.ok(!text.includes('hash'));
  });

  it('hides secrets of origins and signing keys, and shows that they changed', async () => {
    const zone = await api.newZone('enterprise');
    const monitors = `/accounts/${api.accountId}/load_balancers/monitors`;
    const header = (value: string) => ({ Host: ['shop.test'], Authorization: [value] });
    const written = await api.call('POST', monitors, { body: { header: header('s3cret-1') } });
    const monitor = `${monitors}/${written.body.result.id}`;
    await api.call('PATCH', monitor, { body: { header: header('s3cret-2') } });
    await api.call('PATCH', monitor, { body: { description: 'more' } });

    const signed = (key: string) =>
      `not is_timed_hmac_valid_v0(${key}, http.request.uri, 3600, http.request.timestamp.sec, 8)`;
    const custom = `/zones/${zone}/rulesets/phases/http_request_firewall_custom/entrypoint`;
    for (const key of ['"s3cret-3"', 'r#"s3cret-4"#', 'concat("s3cret-5", "")']) {
      const rules = [{ ref: 'signed', action: 'block', expression: signed(key) }];
      assert.equal((await api.call('PUT', custom, { body: { rules } })).status, 200);
    }
    const transform = `/zones/${zone}/rulesets/phases/http_request_late_transform/entrypoint`;
    const headers = { 'X-Origin-Key': { operation: 'set', value: 's3cret-6' } };
    const rewrite = { action: 'rewrite', expression: 'true', action_parameters: { headers } };
    await api.call('PUT', transform, { body: { rules: [rewrite] } });

    const entries = (await log('per_page=1000')).toReversed();
    assert.ok(!JSON.stringify(entries).includes('s3cret'));
    const after = (type: string) =>
      entries
        .filter((entry: { resource: { type: string } }) => entry.resource.type === type)
        .map((entry: { newValueJson: unknown }) => entry.newValueJson);
    assert.deepEqual(
      after('monitor').map((each: { header: unknown }) => each.header),
      ['(hidden)', '(hidden, changed)', '(hidden)'].map(header),
    );
    const rules = after('ruleset').map((each: { rules: unknown[] }) => each.rules[0]);
    assert.deepEqual(
      rules.slice(0, 3).map((rule: { expression: string }) => rule.expression),
      [signed('"(hidden)"'), signed('"(hidden, changed)"'), '(hidden, changed)'],
    );
    const shown = { ...headers['X-Origin-Key'], value: '(hidden)' };
    assert.deepEqual(rules[3].action_parameters.headers, { 'X-Origin-Key': shown });
  });

  it('stays readable for administrators of the installation when the account is deleted', async () => {
    const { id } = (await api.call('POST', '/accounts', { body: { name: 'Gone' } })).body.result;
    const policies = [
      {
        effect: 'allow',
        resources: { 'palisade.account.*': '*' },
        permission_groups: [{ id: 'c1fde68c7bcc44588cbb6ddbc16d6480' }],
      },
    ];
    const body = { name: 'reader', policies };
    const token = (await api.call('POST', '/user/tokens', { body })).body.result.value;
    await api.call('DELETE', `/accounts/${id}`);
    for (const path of ['audit_logs', 'logs/audit']) {
      const read = await api.call('GET', `/accounts/${id}/${path}`);
      assert.equal(read.status, 200);
      const own = read.body.result.filter((entry: object) => JSON.stringify(entry).includes(id));
      assert.ok(own.length >= 2, 'its creation and its deletion');
      const reader = await api.call('GET', `/accounts/${id}/${path}`, { token });
      assert.equal(reader.status, 403);
      const unknown = await api.call('GET', `/accounts/${'0'.repeat(32)}/${path}`);
      assert.equal(unknown.status, 403);
    }
    assert.equal((await api.call('GET', `/accounts/${id}`)).status, 403);
  });

  it('filters by time, actor and zone, pages, and can exclude user entries', async () => {
    const body = { name: 'filter.test', account: { id: api.accountId } };
    await api.clock.advance(86_400_000);
    const since = new Date(api.clock.now()).toISOString();
    await api.call('POST', '/zones', { body });
    assert.equal((await log(`since=${since}`)).length, 1);
    assert.equal((await log(`since=${since.slice(0, 10)}`)).length, 1);
    assert.equal((await log(`since=${since}&before=${since}`)).length, 0);
    assert.equal((await log('zone.name=filter.test')).length, 1);
    assert.equal((await log('actor.email=nobody@example.test')).length, 0);
    assert.ok((await log(`actor.email=${ADMIN_EMAIL}`)).length > 0);
    const types = (entries: { resource: { type: string } }[]) =>
      new Set(entries.map((entry) => entry.resource.type));
    assert.ok(types(await log('per_page=1000')).has('token'));
    assert.ok(!types(await log('per_page=1000&hide_user_logs=true')).has('token'));
    const users = (await api.call('GET', '/user/audit_logs?per_page=1000')).body.result;
    assert.ok(types(users).has('token') && !types(users).has('zone'));
    const first = await log('per_page=1&direction=asc');
    const second = await log('per_page=1&page=2&direction=asc');
    assert.notEqual(first[0].id, second[0].id);
  });

  it('finds entries by the name of a deleted zone, also when the name is in use again', async () => {
    const body = { name: 'gone.test', account: { id: api.accountId } };
    const make = async () => (await api.call('POST', '/zones', { body })).body.result.id;
    const found = async (name: string) =>
      (await log(`zone.name=${encodeURIComponent(name)}&direction=asc`)).map(
        (entry: { action: { type: string }; resource: { id: string } }) =>
          `${entry.action.type} ${entry.resource.id}`,
      );
    const first = await make();
    await api.call('PATCH', `/zones/${first}`, { body: { paused: true } });
    await api.call('DELETE', `/zones/${first}`);
    const ofFirst = [`create ${first}`, `update ${first}`, `delete ${first}`];
    assert.deepEqual(await found('gone.test'), ofFirst);
    const second = await make();
    assert.deepEqual(await found('gone.test'), [...ofFirst, `create ${second}`]);
    // Neither a pattern nor the name of the account, which is in the same entries, matches.
    for (const other of ['gone.tes_', 'My account']) assert.deepEqual(await found(other), []);
  });

  it('hides entries of users from callers that may not read the user', async () => {
    const policies = [
      {
        effect: 'allow',
        resources: { [`palisade.account.${api.accountId}`]: '*' },
        permission_groups: [{ id: 'c1fde68c7bcc44588cbb6ddbc16d6480' }],
      },
    ];
    const created = await api.call('POST', `/accounts/${api.accountId}/tokens`, {
      body: { name: 'auditor', policies },
    });
    const token = created.body.result.value;
    const path = `/accounts/${api.accountId}/audit_logs?per_page=1000`;
    const entries = (await api.call('GET', path, { token })).body.result;
    assert.ok(entries.length > 0);
    for (const entry of entries) assert.equal(entry.owner.id, api.accountId);
  });

  describe('in its newer form', () => {
    const newer = async (query = '') => {
      const answer = await api.call('GET', `/accounts/${api.accountId}/logs/audit?${query}`);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      return answer.body;
    };

    it('has more about the actor, and the values before and after', async () => {
      const body = { name: 'newer.test', account: { id: api.accountId } };
      const zone = (await api.call('POST', '/zones', { body, address: '192.0.2.7' })).body.result;
      await api.call('PATCH', `/zones/${zone.id}`, {
        token: '',
        headers: { 'x-auth-email': ADMIN_EMAIL, 'x-auth-key': ADMIN_KEY },
        body: { paused: true },
      });
      const { result } = await newer(`zone_id=${zone.id}`);
      const [updated, created] = result;
      assert.equal(result.length, 2);
      assert.equal(created.action.type, 'create');
      assert.equal(created.action.result, 'success');
      assert.deepEqual(created.zone, { id: zone.id, name: 'newer.test' });
      assert.equal(created.account.id, api.accountId);
      assert.equal(created.actor.context, 'api_token');
      assert.equal(created.actor.ip_address, '192.0.2.7');
      assert.equal(created.actor.type, 'user');
      assert.ok(created.actor.token_id && created.actor.token_name && created.actor.id);
      assert.equal(updated.actor.context, 'api_key');
      assert.equal(updated.actor.id, created.actor.id);
      assert.deepEqual(
        [updated.resource.before.paused, updated.resource.after.paused],
        [false, true],
      );
      assert.equal(created.resource.before, null);
    });

    it('filters by values that entries must or must not have, several of each', async () => {
      const types = async (query: string) =>
        new Set(
          (await newer(`limit=1000&${query}`)).result.map(
            (entry: { action: { type: string } }) => entry.action.type,
          ),
        );
      assert.deepEqual(await types('action_type=create'), new Set(['create']));
      assert.deepEqual(
        await types('action_type=create&action_type=delete'),
        new Set(['create', 'delete']),
      );
      assert.deepEqual(
        await types('action_type.not=create&action_type.not=delete'),
        new Set(['update']),
      );
      assert.deepEqual(await types('action_result.not=success'), new Set());
      assert.deepEqual(await types('actor_type=system&actor_context=api_key'), new Set());
      assert.ok((await types(`actor_email=${ADMIN_EMAIL}&resource_scope=zones`)).has('update'));
      const bad = async (query: string) =>
        (await api.call('GET', `/accounts/${api.accountId}/logs/audit?${query}`)).status;
      for (const query of [
        'resource_colour=red',
        'product_category=unknown',
        'cursor=x',
        'since=never',
        'limit=0',
        'limit=1&limit=2',
      ]) {
        assert.equal(await bad(query), 400, query);
      }
    });

    it('shows the call of the API that made a change, and the product of its resource', async () => {
      const body = { name: 'called.test', account: { id: api.accountId } };
      const { headers, body: made } = await api.call('POST', '/zones', { body });
      const { id } = made.result;
      await api.call('DELETE', `/zones/${id}?why=test`);
      const { result } = await newer(`resource_id=${id}`);
      const [deleted, created] = result;
      const call = { method: 'POST', status_code: 200, uri: '/client/v4/zones' };
      assert.deepEqual(created.raw, { cf_ray_id: headers['x-request-id'], ...call });
      assert.equal(deleted.raw.uri, `/client/v4/zones/${id}`);
      assert.equal(created.resource.product, 'zones');
    });

    describe('with each filter of the official client', () => {
      // biome-ignore lint/suspicious/noExplicitAny: entries of the audit log
      type Entry = any;
      let entries: Entry[];
      let zones: string[];
      before(async () => {
        zones = [await api.newZone(), await api.newZone()];
        await api.call('DELETE', `/zones/${zones[1]}`);
        const origins = [{ name: 'one', address: '192.0.2.1' }];
        const pools = `/accounts/${api.accountId}/load_balancers/pools`;
        await api.call('POST', pools, {
          token: '',
          headers: { 'x-auth-email': ADMIN_EMAIL, 'x-auth-key': ADMIN_KEY },
          address: '192.0.2.9',
          body: { name: 'audited', origins },
        });
        entries = (await newer('limit=1000')).result;
      });

      const readers: Record<AuditLogFilterName, (entry: Entry) => unknown> = {
        id: ({ id }) => id,
        audit_log_id: ({ id }) => id,
        account_name: ({ account }) => account.name,
        action_result: ({ action }) => action.result,
        action_type: ({ action }) => action.type,
        actor_context: ({ actor }) => actor.context,
        actor_email: ({ actor }) => actor.email,
        actor_id: ({ actor }) => actor.id,
        actor_ip_address: ({ actor }) => actor.ip_address,
        actor_token_id: ({ actor }) => actor.token_id,
        actor_token_name: ({ actor }) => actor.token_name,
        actor_type: ({ actor }) => actor.type,
        raw_cf_ray_id: ({ raw }) => raw?.cf_ray_id,
        raw_method: ({ raw }) => raw?.method,
        raw_status_code: ({ raw }) => raw?.status_code,
        raw_uri: ({ raw }) => raw?.uri,
        resource_id: ({ resource }) => resource.id,
        resource_product: ({ resource }) => resource.product,
        resource_scope: ({ resource }) => resource.scope,
        resource_type: ({ resource }) => resource.type,
        zone_id: ({ zone }) => zone?.id,
        zone_name: ({ zone }) => zone?.name,
      };

      for (const [name, read] of Object.entries(readers)) {
        it(`${name} selects the entries with a value, and excludes them`, async () => {
          const values = new Set(entries.map(read).filter((value) => value !== undefined));
          assert.ok(values.size > 0);
          const found = async (query: string) =>
            (await newer(`limit=1000&${query}`)).result.map(({ id }: Entry) => id);
          for (const value of [...values].slice(-3)) {
            const query = encodeURIComponent(String(value));
            const [having, others] = [true, false].map((isEqual) =>
              entries.filter((entry) => (read(entry) === value) === isEqual).map(({ id }) => id),
            );
            assert.deepEqual(await found(`${name}=${query}`), having);
            assert.deepEqual(await found(`${name}.not=${query}`), others);
          }
          assert.deepEqual(await found(`${name}=no-such-value`), []);
        });
      }

      it('zone_name finds the entries of deleted zones', async () => {
        const ofZone = entries.filter(({ zone }) => zone?.id === zones[1]);
        assert.ok(ofZone.length > 1);
        const { name } = ofZone.at(-1)?.resource.after ?? {};
        assert.equal((await newer(`zone_name=${name}`)).result.length, ofZone.length);
        const rest = (await newer(`limit=1000&zone_name.not=${name}`)).result;
        assert.equal(rest.length, entries.length - ofZone.length);
      });

      it('product_category adds the products of a category', async () => {
        const path = `/accounts/${api.accountId}/logs/audit/product_categories`;
        const { result: categories } = (await api.call('GET', path)).body;
        const named = (value: string) => categories.find((each: Entry) => each.value === value);
        assert.ok(named('domains').products.some((each: Entry) => each.value === 'zones'));
        const products = async (query: string) =>
          new Set((await newer(`limit=1000&${query}`)).result.map(readers.resource_product));
        assert.ok((await products('product_category=Domains')).has('zones'));
        assert.ok(!(await products('product_category=domains')).has('load_balancing'));
        const both = await products('product_category=domains&resource_product=load_balancing');
        assert.ok(both.has('load_balancing') && both.has('zones'));
      });
    });

    it('pages through all entries with the official client, in either direction', async () => {
      const origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
      const baseURL = `${origin}/client/v4`;
      const client = new Cloudflare({ apiToken: ADMIN_TOKEN, baseURL, maxRetries: 0 });
      const range = { since: '2000-01-01', before: '2100-01-01', account_id: api.accountId };
      const list = async (more: object) =>
        (await Array.fromAsync(client.accounts.logs.audit.list({ ...range, ...more }))).map(
          ({ id }) => id,
        );
      const all = (await newer('limit=1000')).result.map((entry: { id: string }) => entry.id);
      assert.ok(all.length > 7);
      assert.deepEqual(await list({ limit: 7 }), all);
      assert.deepEqual(await list({ limit: 7, direction: 'asc' }), all.toReversed());
      const updates = await list({ action_type: { not: ['create', 'delete'] } });
      assert.ok(updates.length > 0 && updates.length < all.length);
    });
  });
});
