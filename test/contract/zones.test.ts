import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ZoneSection } from '../../src/contracts/snapshot/zone-section.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';

describeOnEachDatabase('zones', (kind) => {
  let api: TestApi;

  before(async () => {
    api = await openTestApi(kind);
  });
  after(() => api.close());

  async function create(name: string, members: object = {}) {
    const body = { name, account: { id: api.accountId }, ...members };
    return await api.call('POST', '/zones', { body });
  }

  /** The zone section of the snapshot. */
  async function sectionOf(zoneId: string) {
    const sections = api.core.modules.flatMap((module) => module.sections);
    const zones = sections.find(({ name }) => name === 'zone');
    return (await zones?.build([zoneId]))?.get(zoneId) as ZoneSection | undefined;
  }

  it('is created active, on the enterprise plan, and reads back unchanged', async () => {
    const created = await create('Shop.Example.TEST');
    assert.equal(created.status, 200);
    const zone = created.body.result;
    assert.match(zone.id, /^[0-9a-f]{32}$/);
    assert.equal(zone.name, 'shop.example.test');
    assert.equal(zone.status, 'active');
    assert.equal(zone.type, 'full');
    assert.equal(zone.paused, false);
    assert.equal(zone.plan.legacy_id, 'enterprise');
    assert.match(zone.created_on, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    assert.deepEqual((await api.call('GET', `/zones/${zone.id}`)).body.result, zone);
  });

  it('has the properties of the call that creates it', async () => {
    const members = { paused: true, type: 'partial', vanity_name_servers: ['ns1.shop.test'] };
    const zone = (await create('whole.test', members)).body.result;
    const { paused, type, vanity_name_servers } = zone;
    assert.deepEqual({ paused, type, vanity_name_servers }, members);
    assert.deepEqual((await api.call('GET', `/zones/${zone.id}`)).body.result, zone);
    assert.equal((await sectionOf(zone.id))?.paused, true);
  });

  it('belongs to the account that the body names, or to the only one of the caller', async () => {
    const post = (body: object, token?: string) =>
      api.call('POST', '/zones', { body, ...(token !== undefined && { token }) });
    const named = await post({
      name: 'older.test',
      organization: { id: api.accountId },
      jump_start: true,
    });
    assert.match(named.body.messages[0].message, /"\/jump_start" has no effect here/);
    assert.equal(named.body.result.account.id, api.accountId);
    const only = await post({ name: 'only.test', account: null });
    assert.equal(only.body.result.account.id, api.accountId);

    const other = (await api.call('POST', '/accounts', { body: { name: 'Other' } })).body.result.id;
    const unclear = await post({ name: 'unclear.test' });
    assert.equal(unclear.status, 400);
    assert.match(unclear.body.errors[0].message, /more than one/);
    assert.equal(unclear.body.errors[0].source.pointer, '/account');

    const groups = await api.call('GET', '/user/tokens/permission_groups?name=Zone%20Write');
    const resources = {
      [`com.cloudflare.api.account.${other}`]: { 'com.cloudflare.api.account.zone.*': '*' },
    };
    const policies = [{ effect: 'allow', resources, permission_groups: groups.body.result }];
    const made = await api.call('POST', '/user/tokens', {
      body: { name: 'one account', policies },
    });
    const token: string = made.body.result.value;
    assert.equal((await post({ name: 'one-account.test' }, token)).body.result.account.id, other);
    const foreign = await post({ name: 'foreign.test', account: { id: api.accountId } }, token);
    assert.equal(foreign.status, 403);
    const both = { account: { id: api.accountId }, organization: { id: other } };
    const torn = await post({ name: 'torn.test', ...both });
    assert.deepEqual([torn.status, torn.body.errors[0].code], [400, 11001]);
    assert.equal(torn.body.errors[0].source.pointer, '/organization/id');
    const narrow = await api.zoneToken('e6d2666161e84845a636613608cee8d5', only.body.result.id);
    assert.equal((await post({ name: 'narrow.test' }, narrow)).status, 403);
    const malformed = await post({ name: 'bad.test', organization: { id: 'x' } });
    assert.equal(malformed.body.errors[0].source.pointer, '/organization/id');
  });

  it('has settings for the normalisation of paths, which keep members that a client omits', async () => {
    const { id } = (await create('paths.test')).body.result;
    const path = `/zones/${id}/url_normalization`;
    const put = (body: object) => api.call('PUT', path, { body });
    const allowed = { type: 'cloudflare', scope: 'both', ambiguous_paths: 'allow' };
    const first = await put(allowed);
    assert.deepEqual([first.body.result, first.body.messages], [allowed, []]);
    const incoming = await put({ type: 'cloudflare', scope: 'incoming' });
    assert.deepEqual(incoming.body.result, { ...allowed, scope: 'incoming' });
    assert.deepEqual((await sectionOf(id))?.urlNormalization, {
      type: 'cloudflare',
      scope: 'incoming',
      ambiguousPaths: 'allow',
    });
    assert.deepEqual(
      incoming.body.messages.map(({ code }: { code: number }) => code),
      [11052],
    );
    for (const bad of [
      {},
      { type: 'cloudflare' },
      { type: 'x', scope: 'both' },
      { ...allowed, ambiguous_paths: 1 },
    ]) {
      assert.equal((await put(bad)).status, 400);
    }
    assert.equal((await api.call('DELETE', path)).status, 204);
    assert.equal((await api.call('GET', path)).body.result.ambiguous_paths, 'refuse');
    assert.ok(!('urlNormalization' in ((await sectionOf(id)) ?? {})));
  });

  it('cannot be created twice, also with another case of its name', async () => {
    await create('twice.test');
    const again = await create('TWICE.test');
    assert.equal(again.status, 400);
    assert.equal(again.body.errors[0].code, 1061);
    assert.equal(again.body.errors[0].message, 'twice.test already exists.');
  });

  it('has one winner when many create the same name at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create('race.test')));
    const codes = answers.map((answer) => answer.body.errors[0]?.code ?? 'ok');
    assert.equal(codes.filter((code) => code === 'ok').length, 1);
    assert.equal(codes.filter((code) => code === 1061).length, 19);
  });

  for (const [name, code] of [
    ['co.uk', 1099],
    ['github.io', 1099],
    ['127.0.0.11', 1002],
    ['a-.test', 1002],
  ] as const) {
    it(`cannot be named ${name}`, async () => {
      const { status, body } = await create(name);
      assert.deepEqual([status, body.errors[0]?.code], [400, code]);
      assert.equal(body.errors[0].source.pointer, '/name');
    });
  }

  describe('below a zone of another account', () => {
    /** A token of another account that may create zones there. */
    async function outsider() {
      const created = await api.call('POST', '/accounts', { body: { name: 'Other' } });
      const account = created.body.result.id;
      const groups = (await api.call('GET', '/user/tokens/permission_groups')).body.result;
      const { id } = groups.find(({ name }: { name: string }) => name === 'Zone Write');
      const resources = {
        [`com.cloudflare.api.account.${account}`]: { 'com.cloudflare.api.account.zone.*': '*' },
      };
      const policy = { effect: 'allow', permission_groups: [{ id }], resources };
      const body = { name: 'zones', policies: [policy] };
      const token = (await api.call('POST', '/user/tokens', { body })).body.result.value;
      return async (name: string) =>
        await api.call('POST', '/zones', { token, body: { name, account: { id: account } } });
    }

    it('cannot be created, since it would take over visitors of that zone', async () => {
      const createOutside = await outsider();
      await create('bank.test');
      for (const name of ['login.bank.test', 'a.b.BANK.test']) {
        const { status, body } = await createOutside(name);
        assert.deepEqual([status, body.errors[0].code], [400, 1116]);
        assert.equal(body.errors[0].source.pointer, '/name');
      }
      assert.equal((await createOutside('otherbank.test')).status, 200);
      assert.equal((await createOutside('own.otherbank.test')).status, 200);
    });

    it('above is refused as well, since it would take over every other host below it', async () => {
      const createOutside = await outsider();
      await create('www.corp.test');
      await create('a.b.c.deep.test');
      for (const name of ['corp.test', 'deep.test', 'b.c.deep.test']) {
        const { status, body } = await createOutside(name);
        assert.deepEqual([status, body.errors[0]?.code], [400, 1116], name);
        assert.equal(body.errors[0].source.pointer, '/name');
      }
      assert.equal((await create('corp.test')).status, 200, 'an administrator may');
      assert.equal((await createOutside('rp.test')).status, 200);
      assert.equal((await createOutside('own.rp.test')).status, 200);
    });

    it('can be created by an administrator of the installation', async () => {
      const createOutside = await outsider();
      assert.equal((await createOutside('theirs.test')).status, 200);
      assert.equal((await create('ours.theirs.test')).status, 200);
    });

    it('cannot be created at the same time as that zone', async () => {
      const createOutside = await outsider();
      const [parent, child] = await Promise.all([
        create('at-once.test'),
        createOutside('a.at-once.test'),
      ]);
      const order = parent.body.result.created_on < (child.body.result?.created_on ?? '');
      assert.equal(parent.status, 200);
      // Either it was first, or it was refused.
      assert.ok(child.status === 400 || !order);
    });
  });

  describe('names that are not domain names', () => {
    const names = [
      'localhost',
      '-a.test',
      'a..test',
      'a_b.test',
      'a.t',
      `${'a'.repeat(64)}.test`,
      `${'a.'.repeat(130)}test`,
      'münchen.de',
      'a b.test',
      '.test',
      'http://a.test',
    ];
    for (const name of names) {
      it(`refuses ${JSON.stringify(name).slice(0, 40)}`, async () => {
        const answer = await create(name);
        assert.equal(answer.status, 400);
        assert.equal(answer.body.errors[0].code, 1002);
        assert.deepEqual(answer.body.errors[0].source, { pointer: '/name' });
      });
    }
  });

  it('changes one property per call', async () => {
    const { id } = (await create('patch.test')).body.result;
    const patch = (body: object) => api.call('PATCH', `/zones/${id}`, { body });

    assert.equal((await patch({ paused: true })).body.result.paused, true);
    assert.equal((await patch({ type: 'partial' })).body.result.type, 'partial');
    const servers = ['ns1.patch.test', 'ns2.patch.test'];
    const vanity = await patch({ vanity_name_servers: servers });
    assert.deepEqual(vanity.body.result.vanity_name_servers, servers);
    assert.equal(
      (await patch({ plan: { legacy_id: 'pro' } })).body.result.plan.name,
      'Pro Website',
    );
    const byId = await patch({ plan: { id: '94f3b7b768b0458b56d2cac4fe5ec0f9' } });
    assert.equal(byId.body.result.plan.legacy_id, 'enterprise');

    const nulls = { type: null, plan: null, vanity_name_servers: null };
    const paused = (await patch({ paused: true, ...nulls })).body.result;
    assert.deepEqual([paused.paused, paused.type], [true, 'partial']);

    for (const body of [{}, nulls, { paused: false, type: 'full' }]) {
      const refused = await patch(body);
      assert.equal(refused.status, 400);
      assert.equal(refused.body.errors[0].code, 11111);
    }
    const unknownPlan = await patch({ plan: { id: 'gold' } });
    assert.equal(unknownPlan.status, 400);
    assert.match(unknownPlan.body.errors[0].message, /gold.*Known plans: free,/);
    const read = (await api.call('GET', `/zones/${id}`)).body.result;
    assert.equal(read.paused, true);
    assert.equal(read.type, 'partial');
  });

  it('keeps the results of concurrent changes to different members', async () => {
    const { id } = (await create('concurrent.test')).body.result;
    const bodies = [
      { paused: true },
      { type: 'partial' },
      { vanity_name_servers: ['ns.test.test'] },
    ];
    await Promise.all(bodies.map((body) => api.call('PATCH', `/zones/${id}`, { body })));
    const zone = (await api.call('GET', `/zones/${id}`)).body.result;
    assert.deepEqual(
      [zone.paused, zone.type, zone.vanity_name_servers],
      [true, 'partial', ['ns.test.test']],
    );
  });

  it('is not found after its deletion', async () => {
    const { id } = (await create('delete.test')).body.result;
    assert.deepEqual((await api.call('DELETE', `/zones/${id}`)).body.result, { id });
    for (const method of ['GET', 'DELETE']) {
      const answer = await api.call(method, `/zones/${id}`);
      assert.equal(answer.status, 404);
      assert.equal(answer.body.errors[0].code, 1001);
    }
    assert.equal((await create('delete.test')).status, 200, 'the name is free again');
  });

  it('lists the plans it could have', async () => {
    const { id } = (await create('plans.test')).body.result;
    const { result } = (await api.call('GET', `/zones/${id}/available_plans`)).body;
    const subscribed = result.filter((plan: { is_subscribed: boolean }) => plan.is_subscribed);
    assert.deepEqual(
      subscribed.map((plan: { legacy_id: string }) => plan.legacy_id),
      ['enterprise'],
    );
  });

  it('has nothing to check when it is active', async () => {
    const { id } = (await create('activation.test')).body.result;
    const answer = await api.call('PUT', `/zones/${id}/activation_check`);
    assert.equal(answer.status, 400);
  });
});

describeOnEachDatabase('zone lists', (kind) => {
  let api: TestApi;
  let otherAccount: string;

  before(async () => {
    api = await openTestApi(kind);
    const created = await api.call('POST', '/accounts', { body: { name: 'Other 100% Account' } });
    otherAccount = created.body.result.id;
    const zones: [string, string, object][] = [
      ['alpha.test', api.accountId, {}],
      ['beta.test', api.accountId, { paused: true }],
      ['gamma_x.test'.replace('_', '-'), otherAccount, {}],
      ['inner.internal', otherAccount, { type: 'internal' }],
      ['delta.example', otherAccount, { type: 'partial' }],
    ];
    for (const [name, accountId, patch] of zones) {
      const { result } = (
        await api.call('POST', '/zones', { body: { name, account: { id: accountId } } })
      ).body;
      if (Object.keys(patch).length > 0) {
        await api.call('PATCH', `/zones/${result.id}`, { body: patch });
      }
    }
    const delta = (await api.call('GET', '/zones?name=delta.example')).body.result[0];
    await api.call('PATCH', `/zones/${delta.id}`, { body: { plan: { id: 'business' } } });
  });
  after(() => api.close());

  const cases: [string, string[]][] = [
    ['', ['alpha.test', 'beta.test', 'delta.example', 'gamma-x.test']],
    ['direction=desc', ['gamma-x.test', 'delta.example', 'beta.test', 'alpha.test']],
    ['name=alpha.test', ['alpha.test']],
    ['name=ALPHA.test', ['alpha.test']],
    ['name=alpha', []],
    ['name=equal:beta.test', ['beta.test']],
    ['name=not_equal:beta.test', ['alpha.test', 'delta.example', 'gamma-x.test']],
    ['name=starts_with:A', ['alpha.test']],
    ['name=starts_with_case_sensitive:A', []],
    ['name=starts_with_case_sensitive:a', ['alpha.test']],
    ['name=ends_with:.TEST', ['alpha.test', 'beta.test', 'gamma-x.test']],
    ['name=ends_with_case_sensitive:.TEST', []],
    ['name=contains:a-X', ['gamma-x.test']],
    ['name=contains_case_sensitive:a-X', []],
    ['name=contains:%25', []],
    ['name=contains:_', []],
    ['account.name=contains:100%25', ['delta.example', 'gamma-x.test']],
    ['account.name=starts_with_case_sensitive:Other', ['delta.example', 'gamma-x.test']],
    ['account.name=starts_with_case_sensitive:other', []],
    ['account.name=other 100%25 ACCOUNT', ['delta.example', 'gamma-x.test']],
    ['status=active', ['alpha.test', 'beta.test', 'delta.example', 'gamma-x.test']],
    ['status=pending', []],
    ['type=internal', ['inner.internal']],
    ['type=partial,internal', ['delta.example', 'inner.internal']],
    ['name=alpha.test&status=pending', []],
    ['name=alpha.test&status=pending&match=any', ['alpha.test']],
    ['name=alpha.test&type=partial&match=any', ['alpha.test', 'delta.example']],
    ['order=plan.id', ['delta.example', 'alpha.test', 'beta.test', 'gamma-x.test']],
    [
      'order=account.name&direction=desc',
      ['gamma-x.test', 'delta.example', 'beta.test', 'alpha.test'],
    ],
  ];
  for (const [query, expected] of cases) {
    it(`filters and orders: ${query || '(nothing)'}`, async () => {
      const { body } = await api.call('GET', `/zones?${query}`);
      assert.deepEqual(
        body.result.map((zone: { name: string }) => zone.name),
        expected,
      );
      assert.equal(body.result_info.total_count, expected.length);
    });
  }

  it('filters by account id', async () => {
    const { body } = await api.call('GET', `/zones?account.id=${api.accountId}`);
    assert.equal(body.result_info.total_count, 2);
  });

  it('pages without duplicates or gaps, and returns an empty page past the end', async () => {
    for (let n = 0; n < 12; n++) {
      const body = { name: `page-${n}.test`, account: { id: api.accountId } };
      await api.call('POST', '/zones', { body });
    }
    const names: string[] = [];
    for (let page = 1; page <= 5; page++) {
      const { body } = await api.call('GET', `/zones?per_page=5&page=${page}`);
      names.push(...body.result.map((zone: { name: string }) => zone.name));
      assert.deepEqual(
        [body.result_info.page, body.result_info.count, body.result_info.total_count],
        [page, body.result.length, 16],
      );
      assert.equal(body.result_info.total_pages, 4);
    }
    assert.equal(names.length, 16);
    assert.deepEqual(names, [...new Set(names)].sort());
  });
});
