import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { administratorGroup } from '../../src/catalogs/permissions.ts';
import { newHexId } from '../../src/kernel/hex-id.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import {
  ADMIN_EMAIL,
  ADMIN_KEY,
  ADMIN_TOKEN,
  openTestApi,
  type TestApi,
} from '../support/test-api.ts';

const groups = {
  zoneRead: 'c8fed203ed3043cba015a93ad1616f1f',
  transformRead: '211a4c0feb3e43b3a2d41f1443a433e7',
  zoneWrite: 'e6d2666161e84845a636613608cee8d5',
  accountRead: 'c1fde68c7bcc44588cbb6ddbc16d6480',
  accountTokensWrite: '5bc3f8b21c554832afc660159ab75fa4',
  tokensRead: '0cc3a61731504c89b99ec1be78b77aa0',
  tokensWrite: '686d18d5ac6c441c867cbf6771e58a0a',
  userWrite: '55a5e17cc99e4a3fa1f3432d262f2e55',
};

const ZONE = 'com.cloudflare.api.account.zone';

describeOnEachDatabase('tokens', (kind) => {
  let api: TestApi;
  let zoneA: string;
  let zoneB: string;
  let userId: string;
  let otherAccount: string;

  before(async () => {
    api = await openTestApi(kind);
    zoneA = await createZone('a.test', api.accountId);
    zoneB = await createZone('b.test', api.accountId);
    userId = (await api.call('GET', '/user')).body.result.id;
    otherAccount = (await api.call('POST', '/accounts', { body: { name: 'Other' } })).body.result
      .id;
  });
  after(() => api.close());

  async function createZone(name: string, accountId: string): Promise<string> {
    const body = { name, account: { id: accountId } };
    return (await api.call('POST', '/zones', { body })).body.result.id;
  }

  const allow = (resources: object, ...ids: string[]) => ({
    effect: 'allow',
    resources,
    permission_groups: ids.map((id) => ({ id })),
  });
  const zone = (id: string) => ({ [`${ZONE}.${id}`]: '*' });

  async function createToken(members: object): Promise<{ id: string; value: string }> {
    const body = { name: 'test', ...members };
    const answer = await api.call('POST', '/user/tokens', { body });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.result;
  }

  async function groupNamed(name: string): Promise<string> {
    const path = `/user/tokens/permission_groups?name=${encodeURIComponent(name)}`;
    return (await api.call('GET', path)).body.result[0].id;
  }

  it('has rights on one zone only, and errors name the missing permission elsewhere', async () => {
    const { value: token } = await createToken({ policies: [allow(zone(zoneA), groups.zoneRead)] });
    assert.equal((await api.call('GET', `/zones/${zoneA}`, { token })).status, 200);

    const list = await api.call('GET', '/zones', { token });
    assert.deepEqual(
      list.body.result.map((each: { id: string }) => each.id),
      [zoneA],
    );
    assert.equal(list.body.result_info.total_count, 1);

    const elsewhere = await api.call('GET', `/zones/${zoneB}`, { token });
    assert.equal(elsewhere.status, 403);
    assert.equal(elsewhere.body.errors[0].code, 9109);
    assert.match(elsewhere.body.errors[0].message, /Invalid zone identifier.*"Zone Read"/);

    const missing = await api.call('GET', `/zones/${'0'.repeat(32)}`, { token });
    assert.deepEqual(
      missing.body,
      elsewhere.body,
      'an unknown zone looks the same as a hidden one',
    );

    const write = await api.call('PATCH', `/zones/${zoneA}`, { token, body: { paused: true } });
    assert.equal(write.status, 403);
    assert.equal(write.body.errors[0].code, 10000);
    assert.match(write.body.errors[0].message, /"Zone Write" on zone/);

    for (const path of ['/user', '/user/tokens', '/accounts']) {
      const refused = await api.call('GET', path, { token });
      assert.equal(refused.status, 403, path);
      assert.match(refused.body.errors[0].message, /lacks the permission "/, path);
    }
    const account = await api.call('GET', `/accounts/${api.accountId}`, { token });
    assert.equal(account.status, 403);
    assert.match(account.body.errors[0].message, /"Account Settings Read"/);

    const create = { name: 'c.test', account: { id: api.accountId } };
    const created = await api.call('POST', '/zones', { token, body: create });
    assert.equal(created.status, 403);
    assert.match(created.body.errors[0].message, /"Zone Write"/);
  });

  it('accepts all spellings of resources', async () => {
    const otherZone = await createZone('other.test', otherAccount);
    const nested = { [`palisade.account.${api.accountId}`]: { 'palisade.account.zone.*': '*' } };
    const cases: [object, boolean, boolean][] = [
      [{ 'com.cloudflare.api.account.zone.*': '*' }, true, true],
      [{ 'palisade.account.zone.*': '*' }, true, true],
      [nested, true, false],
      [zone(otherZone), false, true],
    ];
    for (const [resources, first, second] of cases) {
      const { value: token } = await createToken({ policies: [allow(resources, groups.zoneRead)] });
      const seen = [zoneA, otherZone].map(
        async (id) => (await api.call('GET', `/zones/${id}`, { token })).status === 200,
      );
      assert.deepEqual(await Promise.all(seen), [first, second], JSON.stringify(resources));
    }
  });

  it('gets 404 for a missing zone with a permission for some rules in every zone', async () => {
    const transformRules = await groupNamed('Zone Transform Rules Read');
    for (const [resources, status] of [
      [zone('*'), 404],
      [zone(zoneA), 403],
    ] as const) {
      const { value: token } = await createToken({ policies: [allow(resources, transformRules)] });
      const gone = await api.call('GET', `/zones/${'0'.repeat(32)}/rulesets`, { token });
      assert.equal(gone.status, status);
    }
  });

  it('lets a denial win over a permission', async () => {
    const deny = { ...allow(zone(zoneB), groups.zoneRead), effect: 'deny' };
    const all = allow({ 'palisade.account.zone.*': '*' }, groups.zoneRead);
    const { value: token } = await createToken({ policies: [all, deny] });
    assert.equal((await api.call('GET', `/zones/${zoneA}`, { token })).status, 200);
    assert.equal((await api.call('GET', `/zones/${zoneB}`, { token })).status, 403);
    const list = await api.call('GET', '/zones?per_page=50', { token });
    assert.ok(list.body.result.length > 0);
    assert.ok(!list.body.result.some((each: { id: string }) => each.id === zoneB));
  });

  it('lets a denial win over a permission on the user too', async () => {
    const self = { [`palisade.user.${userId}`]: '*' };
    const everything = { 'palisade.account.*': '*', 'palisade.account.zone.*': '*', ...self };
    const all = allow(everything, administratorGroup.id);
    const deny = { ...allow(self, groups.tokensWrite, groups.userWrite), effect: 'deny' };
    const { value: token } = await createToken({ policies: [all, deny] });
    const full = { name: 'full', policies: [all] };
    const rows: [string, string, object?][] = [
      ['GET', '/user/tokens'],
      ['POST', '/user/tokens', full],
      ['GET', '/user/tokens/permission_groups'],
      ['GET', '/user'],
      ['PATCH', '/user', { first_name: 'Eve' }],
      ['GET', '/user/audit_logs'],
    ];
    for (const [method, path, body] of rows) {
      const answer = await api.call(method, path, { token, ...(body && { body }) });
      assert.equal(answer.status, 403, `${method} ${path}`);
      assert.match(answer.body.errors[0].message, new RegExp(`on user ${userId}`));
    }
    const entries = await api.call('GET', `/accounts/${api.accountId}/audit_logs`, { token });
    const kinds = entries.body.result.map((each: { resource: { type: string } }) => each.resource);
    assert.ok(kinds.length > 0);
    assert.ok(!kinds.some(({ type }: { type: string }) => type === 'token' || type === 'user'));
    assert.equal((await api.call('GET', '/zones', { token })).status, 200);
  });

  it('shows its secret once, and returns its members as written', async () => {
    const written = {
      policies: [allow(zone(zoneA), groups.zoneRead)],
      condition: { 'request.ip': { in: ['192.0.2.0/24'], not_in: ['192.0.2.7'] } },
      not_before: '2025-12-01T00:00:00Z',
      expires_on: '2027-01-31T23:59:59Z',
    };
    const created = await createToken(written);
    assert.match(created.value, /^pslu_[A-Za-z0-9_-]{40}[0-9a-f]{8}$/);
    const read = (await api.call('GET', `/user/tokens/${created.id}`)).body.result;
    assert.equal(read.value, undefined);
    assert.deepEqual(read.condition, written.condition);
    assert.equal(read.not_before, written.not_before);
    assert.equal(read.expires_on, written.expires_on);
    assert.deepEqual(read.policies[0].resources, written.policies[0]?.resources);
    assert.deepEqual(read.policies[0].permission_groups, [
      { id: groups.zoneRead, name: 'Zone Read' },
    ]);
  });

  it('refuses revoked, disabled, expired, early and misplaced tokens', async () => {
    const policies = [allow(zone(zoneA), groups.zoneRead)];
    const get = (token: string, address?: string) =>
      api.call('GET', `/zones/${zoneA}`, { token, ...(address && { address }) });
    const now = api.clock.now();
    const iso = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`;

    const revoked = await createToken({ policies });
    assert.equal((await get(revoked.value)).status, 200);
    await api.call('DELETE', `/user/tokens/${revoked.id}`);
    assert.match((await get(revoked.value)).body.errors[0].message, /not known/);

    const disabled = await createToken({ policies });
    const update = { name: 'off', policies, status: 'disabled' };
    await api.call('PUT', `/user/tokens/${disabled.id}`, { body: update });
    assert.match((await get(disabled.value)).body.errors[0].message, /is disabled/);

    const early = await createToken({ policies, not_before: iso(now + 60_000) });
    assert.match((await get(early.value)).body.errors[0].message, /not valid yet/);

    const short = await createToken({ policies, expires_on: iso(now + 120_000) });
    assert.equal((await get(short.value)).status, 200);

    const office = await createToken({
      policies,
      condition: {
        request_ip: { in: ['192.0.2.0/24', '2001:db8::/32'], not_in: ['192.0.2.7/32'] },
      },
    });
    const addresses: [string, number][] = [
      ['192.0.2.1', 200],
      ['::ffff:192.0.2.1', 200],
      ['2001:db8::1', 200],
      ['192.0.2.7', 403],
      ['198.51.100.1', 403],
    ];
    for (const [address, status] of addresses) {
      assert.equal((await get(office.value, address)).status, status, address);
    }

    await api.clock.advance(121_000);
    const expired = await get(short.value);
    assert.equal(expired.status, 403);
    assert.equal(expired.body.errors[0].code, 9109);
    assert.match(expired.body.errors[0].message, /is expired/);
    assert.equal((await get(early.value)).status, 200, 'it is valid now');
  });

  it('can be sent back as it was read, even after its expiry', async () => {
    const expires = new Date(api.clock.now() + 60_500).toISOString();
    const policies = [allow(zone(zoneA), groups.zoneRead)];
    const { id } = await createToken({ policies, expires_on: expires });
    await api.clock.advance(61_000);
    const read = (await api.call('GET', `/user/tokens/${id}`)).body.result;
    assert.deepEqual([read.status, read.expires_on], ['expired', expires]);
    const body = { ...read, name: 'renamed' };
    const updated = await api.call('PUT', `/user/tokens/${id}`, { body });
    assert.deepEqual([updated.status, updated.body.result.name], [200, 'renamed']);
    const earlier = { ...body, expires_on: '2020-01-01T00:00:00Z' };
    const refused = await api.call('PUT', `/user/tokens/${id}`, { body: earlier });
    assert.equal(refused.body.errors[0].code, 11125);
  });

  it('verifies tokens where they belong', async () => {
    const policies = [allow(zone(zoneA), groups.zoneRead)];
    const good = await createToken({ policies, condition: { request_ip: { in: ['192.0.2.1'] } } });
    const verified = await api.call('GET', '/user/tokens/verify', { token: good.value });
    assert.equal(verified.status, 200);
    assert.deepEqual(verified.body.result, { id: good.id, status: 'active' });
    assert.deepEqual(verified.body.messages, [
      { code: 10000, message: 'This API Token is valid and active', type: null },
    ]);

    await api.call('PUT', `/user/tokens/${good.id}`, {
      body: { name: 'off', policies, status: 'disabled' },
    });
    const disabled = await api.call('GET', '/user/tokens/verify', { token: good.value });
    assert.equal(disabled.body.result.status, 'disabled');
    assert.deepEqual(disabled.body.messages, []);

    const unknown = await api.call('GET', '/user/tokens/verify', { token: 'x'.repeat(40) });
    assert.equal(unknown.status, 401);
    assert.equal(unknown.body.errors[0].code, 1000);
    assert.equal(unknown.body.errors[0].message, 'Invalid API Token');
  });

  it('rolls: a new secret works, the old one does not', async () => {
    const policies = [allow(zone(zoneA), groups.zoneRead)];
    const token = await createToken({ policies });
    const rolled = await api.call('PUT', `/user/tokens/${token.id}/value`, { body: {} });
    assert.equal(typeof rolled.body.result, 'string');
    const status = async (secret: string) =>
      (await api.call('GET', `/zones/${zoneA}`, { token: secret })).status;
    assert.equal(await status(token.value), 403);
    assert.equal(await status(rolled.body.result), 200);
  });

  it('belongs to the account in which it was created, and has no rights outside', async () => {
    const base = `/accounts/${api.accountId}/tokens`;
    const own = { [`palisade.account.${api.accountId}`]: { 'palisade.account.zone.*': '*' } };
    const created = await api.call('POST', base, {
      body: { name: 'ci', policies: [allow(own, groups.zoneRead)] },
    });
    assert.equal(created.status, 200, JSON.stringify(created.body));
    const { id, value: token } = created.body.result;
    assert.match(token, /^psla_/);
    assert.equal((await api.call('GET', `/zones/${zoneA}`, { token })).status, 200);
    assert.equal((await api.call('GET', `${base}/verify`, { token })).body.result.id, id);
    assert.equal(
      (await api.call('GET', '/user/tokens/verify', { token })).body.errors[0].code,
      1000,
    );
    assert.equal((await api.call('GET', '/user', { token })).status, 403);
    const elsewhere = `/accounts/${otherAccount}/tokens`;
    assert.equal((await api.call('GET', `${elsewhere}/${id}`)).status, 404);

    const elsewhereZone = await createZone('elsewhere.test', otherAccount);
    for (const [zoneKey, seesOwn] of [
      ['*', true],
      [zoneA, true],
      [elsewhereZone, false],
    ] as const) {
      const flat = allow({ [`com.cloudflare.api.account.zone.${zoneKey}`]: '*' }, groups.zoneRead);
      const made = await api.call('POST', base, { body: { name: 'flat', policies: [flat] } });
      const flatToken = made.body.result.value;
      const own = await api.call('GET', `/zones/${zoneA}`, { token: flatToken });
      assert.equal(own.status === 200, seesOwn, zoneKey);
      const foreign = await api.call('GET', `/zones/${elsewhereZone}`, { token: flatToken });
      const hidden = zoneKey === '*' ? 404 : 403;
      assert.equal(foreign.status, hidden, 'never a zone of another account');
      const missing = await api.call('GET', `/zones/${newHexId()}`, { token: flatToken });
      assert.equal(
        missing.status,
        hidden,
        'nor can it be distinguished from one that does not exist',
      );
    }
    const phase = allow({ 'com.cloudflare.api.account.zone.*': '*' }, groups.transformRead);
    const reader = await api.call('POST', base, { body: { name: 'phase', policies: [phase] } });
    const gone = await api.call('GET', `/zones/${newHexId()}/rulesets`, {
      token: reader.body.result.value,
    });
    assert.equal(gone.status, 404, 'also with a group for some phases');

    for (const resources of [
      { 'palisade.account.*': '*' },
      { [`palisade.account.${otherAccount}`]: '*' },
      { [`palisade.user.${userId}`]: '*' },
    ]) {
      const body = { name: 'too much', policies: [allow(resources, groups.accountRead)] };
      const refused = await api.call('POST', base, { body });
      assert.equal(refused.status, 400, JSON.stringify(resources));
      assert.equal(refused.body.errors[0].source.pointer, '/policies/0/resources');
    }
  });

  it('refuses invalid drafts, with the member', async () => {
    const good = [allow(zone(zoneA), groups.zoneRead)];
    const cases: [object, number, string | undefined][] = [
      [{ policies: good, name: '' }, 400, '/name'],
      [{ policies: good, name: 'x'.repeat(121) }, 400, '/name'],
      [
        { policies: [allow(zone(zoneA), 'f'.repeat(32))] },
        1001,
        '/policies/0/permission_groups/0/id',
      ],
      [{ policies: [] }, 11001, '/policies'],
      [{ policies: [{ ...good[0], effect: 'maybe' }] }, 11001, '/policies/0/effect'],
      [{ policies: [allow({}, groups.zoneRead)] }, 11121, '/policies/0/resources'],
      [{ policies: [allow({ everything: '*' }, groups.zoneRead)] }, 11121, '/policies/0/resources'],
      [{ policies: [allow(zone('nothex'), groups.zoneRead)] }, 11121, '/policies/0/resources'],
      // Silently dropping an entry would narrow a denial.
      [
        { policies: [allow({ ...zone(zoneA), [`${ZONE}.${zoneB}`]: null }, groups.zoneRead)] },
        11001,
        `/policies/0/resources/${ZONE}.${zoneB}`,
      ],
      [
        { policies: [allow({ ...zone(zoneA), __proto__: null }, groups.accountRead)] },
        11123,
        '/policies/0/permission_groups/0/id',
      ],
      [{ policies: good, condition: { request_ip: { in: ['300.1.1.1'] } } }, 11124, '/condition'],
      [{ policies: good, expires_on: '2020-01-01T00:00:00Z' }, 11125, '/expires_on'],
      [{ policies: good, expires_on: 'tomorrow' }, 11001, '/expires_on'],
      [{ policies: good, expires_on: '2027-02-30T00:00:00Z' }, 11001, '/expires_on'],
    ];
    for (const [members, code, pointer] of cases) {
      const body = { name: 'bad', ...members };
      const answer = await api.call('POST', '/user/tokens', { body });
      assert.equal(answer.status, 400, JSON.stringify(members));
      assert.equal(answer.body.errors[0].code, code, JSON.stringify(answer.body));
      assert.equal(answer.body.errors[0].source?.pointer, pointer, JSON.stringify(answer.body));
    }
  });

  it('names up to 500 resources in all policies, and each permission group once', async () => {
    const ids = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => (from + n).toString(16).padStart(32, '0'));
    const named = (all: string[]) =>
      Object.fromEntries(all.map((id) => [`palisade.account.zone.${id}`, '*']));
    const nested = (all: string[]) => ({ [`palisade.account.${api.accountId}`]: named(all) });
    const repeated = Array<string>(40).fill(groups.zoneRead);
    const most = [
      allow(nested(ids(1, 199)), ...repeated),
      allow(named([...ids(200, 300), zoneA]), groups.zoneRead, groups.zoneWrite),
    ];
    const created = await createToken({ policies: most });
    const read = (await api.call('GET', `/user/tokens/${created.id}`)).body.result;
    assert.equal(read.policies[0].permission_groups.length, 1);
    const list = await api.call('GET', '/zones', { token: created.value });
    assert.deepEqual(
      list.body.result.map((each: { id: string }) => each.id),
      [zoneA],
    );

    const policies = [...most, allow(named([zoneB]), groups.zoneRead)];
    for (const [method, path] of [
      ['POST', '/user/tokens'],
      ['PUT', `/user/tokens/${created.id}`],
    ] as const) {
      const refused = await api.call(method, path, { body: { name: 'large', policies } });
      assert.equal(refused.status, 400);
      assert.equal(refused.body.errors[0].code, 11128);
      assert.match(refused.body.errors[0].message, /501 resources; a token can be given 500/);
    }
  });

  it('accepts the older pair of headers everywhere, and refuses a wrong one', async () => {
    const pair = { 'x-auth-email': ADMIN_EMAIL, 'x-auth-key': ADMIN_KEY };
    for (const path of ['/zones', '/user', '/user/tokens', `/zones/${zoneA}`]) {
      const answer = await api.call('GET', path, { token: '', headers: pair });
      assert.equal(answer.status, 200, path);
    }
    for (const wrong of [
      { ...pair, 'x-auth-key': 'wrong-key-0123456789' },
      { ...pair, 'x-auth-email': 'nobody@example.test' },
    ]) {
      const answer = await api.call('GET', '/zones', { token: '', headers: wrong });
      assert.equal(answer.status, 403);
      assert.equal(answer.body.errors[0].code, 9103);
    }
    const both = await api.call('GET', '/zones', {
      headers: { 'x-auth-email': ADMIN_EMAIL, 'x-auth-key': 'wrong-key-0123456789' },
    });
    assert.equal(both.status, 200, 'the bearer token takes precedence');
  });

  it('lists permission groups with the public ids, by name and scope', async () => {
    const all = (await api.call('GET', '/user/tokens/permission_groups')).body.result;
    assert.ok(all.length > 30);
    const named = await api.call('GET', '/user/tokens/permission_groups?name=Zone%20Read');
    assert.deepEqual(named.body.result, [
      { id: groups.zoneRead, name: 'Zone Read', scopes: ['com.cloudflare.api.account.zone'] },
    ]);
    const scoped = await api.call(
      'GET',
      '/user/tokens/permission_groups?scope=com.cloudflare.api.user',
    );
    assert.ok(scoped.body.result.some((each: { id: string }) => each.id === groups.tokensRead));
    assert.ok(!scoped.body.result.some((each: { id: string }) => each.id === groups.zoneRead));
  });

  it('has at most fifty per user', async () => {
    const policies = [allow(zone(zoneA), groups.zoneRead)];
    const { total_count: existing } = (await api.call('GET', '/user/tokens')).body.result_info;
    for (let n = existing; n < 50; n++) await createToken({ policies });
    const refused = await api.call('POST', '/user/tokens', {
      body: { name: 'one more', policies },
    });
    assert.equal(refused.status, 400);
    assert.match(refused.body.errors[0].message, /50 tokens already/);
    assert.equal((await api.call('GET', '/user/tokens?per_page=50')).body.result.length, 50);
    assert.equal((await api.call('GET', '/zones', { token: ADMIN_TOKEN })).status, 200);
  });
});

describeOnEachDatabase('rights that must not be escalated', (kind) => {
  let api: TestApi;

  before(async () => {
    api = await openTestApi(kind);
  });
  after(() => api.close());

  it('keep a token of an account away from the installation and from users', async () => {
    const body = {
      name: 'escalate',
      policies: [
        {
          effect: 'allow',
          resources: { [`palisade.account.${api.accountId}`]: '*' },
          permission_groups: [{ id: administratorGroup.id }],
        },
      ],
    };
    const refused = await api.call('POST', `/accounts/${api.accountId}/tokens`, { body });
    assert.equal(refused.status, 400);
    assert.equal(refused.body.errors[0].code, 11127);

    // A user may give a token every right over accounts and zones; that is not the installation.
    const token = (await api.call('POST', '/user/tokens', { body })).body.result.value;
    assert.equal((await api.call('GET', `/accounts/${api.accountId}`, { token })).status, 200);
    const calls: [string, string, object?][] = [
      ['POST', '/accounts', { name: 'Mine' }],
      ['DELETE', `/accounts/${api.accountId}`],
      ['GET', '/user'],
      ['GET', '/user/tokens'],
      ['POST', '/user/tokens', body],
    ];
    for (const [method, path, sent] of calls) {
      const answer = await api.call(method, path, { token, ...(sent && { body: sent }) });
      assert.equal(answer.status, 403, `${method} ${path}`);
    }
  });

  it('show no zone of another account, even if a policy names it under its own account', async () => {
    const other = (await api.call('POST', '/accounts', { body: { name: 'Other' } })).body.result.id;
    const zone = { name: 'theirs.test', account: { id: other } };
    const { id } = (await api.call('POST', '/zones', { body: zone })).body.result;
    const created = await api.call('POST', `/accounts/${api.accountId}/tokens`, {
      body: {
        name: 'peek',
        policies: [
          {
            effect: 'allow',
            resources: {
              [`palisade.account.${api.accountId}`]: { [`palisade.account.zone.${id}`]: '*' },
            },
            permission_groups: [{ id: groups.zoneRead }],
          },
        ],
      },
    });
    const token = created.body.result.value;
    assert.deepEqual((await api.call('GET', '/zones', { token })).body.result, []);
    assert.equal((await api.call('GET', `/zones/${id}`, { token })).status, 403);
  });

  it('end with the account that owns them, with an audit entry', async () => {
    const { id } = (await api.call('POST', '/accounts', { body: { name: 'Brief' } })).body.result;
    const created = await api.call('POST', `/accounts/${id}/tokens`, {
      body: {
        name: 'brief',
        policies: [
          {
            effect: 'allow',
            resources: { [`palisade.account.${id}`]: '*' },
            permission_groups: [{ id: groups.accountRead }],
          },
        ],
      },
    });
    const { id: tokenId, value: token } = created.body.result;
    assert.equal((await api.call('GET', `/accounts/${id}`, { token })).status, 200);
    assert.equal((await api.call('DELETE', `/accounts/${id}`)).status, 200);
    assert.equal((await api.call('GET', '/accounts', { token })).status, 401);
    const entries = await api.core.database.read
      .selectFrom('audit_entries')
      .select(['action', 'resource_id'])
      .where('resource_id', '=', tokenId)
      .orderBy('seq')
      .execute();
    assert.deepEqual(
      entries.map(({ action }) => action),
      ['create', 'delete'],
    );
  });
});
