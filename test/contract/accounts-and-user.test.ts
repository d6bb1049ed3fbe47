import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeOnEachDatabase } from '../support/databases.ts';
import { ADMIN_EMAIL, openTestApi, type TestApi } from '../support/test-api.ts';

describeOnEachDatabase('accounts and user', (kind) => {
  let api: TestApi;

  before(async () => {
    api = await openTestApi(kind);
  });
  after(() => api.close());

  it('creates, changes, lists and deletes accounts', async () => {
    const created = await api.call('POST', '/accounts', {
      body: { name: 'Zebra', type: 'standard' },
    });
    const { id } = created.body.result;
    const list = (await api.call('GET', '/accounts?direction=desc')).body;
    assert.deepEqual(
      list.result.map((account: { name: string }) => account.name),
      ['Zebra', 'My account'],
    );
    const found = await api.call('GET', '/accounts?name=zebra');
    assert.deepEqual(found.body.result, [created.body.result]);

    const settings = { enforce_twofactor: true, abuse_contact_email: 'abuse@example.test' };
    const whole = await api.call('POST', '/accounts', { body: { name: 'Whole', settings } });
    assert.deepEqual(whole.body.result.settings, settings);
    assert.deepEqual(
      whole.body.messages.map(({ code }: { code: number }) => code),
      [11059],
    );
    await api.call('DELETE', `/accounts/${whole.body.result.id}`);
    const changed = await api.call('PUT', `/accounts/${id}`, { body: { name: 'Okapi', settings } });
    assert.deepEqual(changed.body.result.settings, settings);
    const cleared = await api.call('PUT', `/accounts/${id}`, {
      body: { name: 'Okapi', settings: { abuse_contact_email: null } },
    });
    assert.deepEqual(cleared.body.result.settings, { enforce_twofactor: true });
    assert.deepEqual((await api.call('GET', `/accounts/${id}`)).body.result, cleared.body.result);

    const zone = { name: 'okapi.test', account: { id } };
    const { id: zoneId } = (await api.call('POST', '/zones', { body: zone })).body.result;
    const refused = await api.call('DELETE', `/accounts/${id}`);
    assert.equal(refused.status, 400);
    assert.match(refused.body.errors[0].message, /1 zones/);
    await api.call('DELETE', `/zones/${zoneId}`);
    assert.deepEqual((await api.call('DELETE', `/accounts/${id}`)).body.result, { id });
    const gone = await api.call('GET', `/accounts/${id}`);
    assert.equal(gone.status, 403);
    assert.equal(gone.body.errors[0].code, 9109);
  });

  it('refuses bad account names', async () => {
    for (const name of ['', '   ', 'x'.repeat(101)]) {
      const answer = await api.call('POST', '/accounts', { body: { name } });
      assert.equal(answer.status, 400);
      assert.equal(answer.body.errors[0].code, 1001);
    }
  });

  it('leaves accounts and plans to administrators of the installation', async () => {
    const policies = [
      {
        effect: 'allow',
        resources: { 'palisade.account.*': '*', 'palisade.account.zone.*': '*' },
        permission_groups: [
          { id: '1af1fa2adc104452b74a9a3364202f20' },
          { id: 'e6d2666161e84845a636613608cee8d5' },
        ],
      },
    ];
    const body = { name: 'writer', policies };
    const token = (await api.call('POST', '/user/tokens', { body })).body.result.value;
    const create = await api.call('POST', '/accounts', { token, body: { name: 'Mine' } });
    assert.equal(create.status, 403);
    assert.equal(create.body.errors[0].code, 1002);
    const zone = { name: 'plan.test', account: { id: api.accountId } };
    const created = await api.call('POST', '/zones', { token, body: zone });
    assert.equal(created.status, 200);
    const plan = await api.call('PATCH', `/zones/${created.body.result.id}`, {
      token,
      body: { plan: { legacy_id: 'free' } },
    });
    assert.equal(plan.status, 403);
  });

  it('shows the user as Terraform expects: members with a constant never have another value', async () => {
    await api.newZone('enterprise');
    const user = (await api.call('GET', '/user')).body.result;
    for (const name of [
      'has_pro_zones',
      'has_business_zones',
      'has_enterprise_zones',
      'suspended',
      'two_factor_authentication_enabled',
      'two_factor_authentication_locked',
    ]) {
      assert.equal(user[name], false, name);
    }
  });

  it('shows and changes the user', async () => {
    const user = (await api.call('GET', '/user')).body.result;
    assert.equal(user.email, ADMIN_EMAIL);
    assert.equal(user.first_name, null);
    assert.equal(user.organizations[0].id, api.accountId);
    const patched = await api.call('PATCH', '/user', {
      body: { first_name: 'Ada', country: 'GB' },
    });
    assert.equal(patched.body.result.first_name, 'Ada');
    const cleared = await api.call('PATCH', '/user', { body: { country: null } });
    assert.deepEqual([cleared.body.result.first_name, cleared.body.result.country], ['Ada', null]);
  });

  it('ignores read-only members silently and unknown ones with a notice', async () => {
    const account = (await api.call('GET', `/accounts/${api.accountId}`)).body.result;
    const silent = await api.call('PUT', `/accounts/${api.accountId}`, { body: account });
    assert.deepEqual([silent.status, silent.body.messages], [200, []]);
    const noticed = await api.call('PUT', `/accounts/${api.accountId}`, {
      raw: `{"name":"My account","colour":"red","settings":{"x~y/z":1},"__proto__":{"admin":true}}`,
    });
    assert.equal(noticed.status, 200);
    assert.deepEqual(
      noticed.body.messages.map((entry: { message: string }) => entry.message.split('"')[1]),
      ['/colour', '/settings/x~0y~1z', '/__proto__'],
    );
  });
});
