import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { describeOnEachDatabase } from '../support/databases.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';

const UNKNOWN = '0123456789abcdef0123456789abcdef';
const origins = [{ name: 'one', address: '192.0.2.1' }];

describeOnEachDatabase('pools', (kind) => {
  let api: TestApi;
  let pools: string;

  before(async () => {
    api = await openTestApi(kind);
    pools = `/accounts/${api.accountId}/load_balancers/pools`;
  });
  after(() => api.close());

  const create = (body: object) => api.call('POST', pools, { body });
  async function made(body: object) {
    const answer = await create(body);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.result;
  }

  it('are created with defaults, read back unchanged, and deleted', async () => {
    const pool = await made({ name: 'plain', origins });
    assert.match(pool.id, /^[0-9a-f]{32}$/);
    assert.equal(pool.created_on, pool.modified_on);
    const { id, created_on: _c, modified_on: _m, ...rest } = pool;
    assert.deepEqual(rest, {
      name: 'plain',
      enabled: true,
      minimum_origins: 1,
      notification_email: '',
      origins: [{ name: 'one', address: '192.0.2.1', enabled: true, weight: 1 }],
    });
    assert.deepEqual((await api.call('GET', `${pools}/${id}`)).body.result, pool);
    assert.deepEqual((await api.call('DELETE', `${pools}/${id}`)).body.result, { id });
    const gone = await api.call('GET', `${pools}/${id}`);
    assert.equal(gone.status, 404);
    assert.equal(gone.body.errors[0].code, 1001);
  });

  it('are returned exactly as written, in the order of the origins', async () => {
    const monitor = await api.call('POST', `/accounts/${api.accountId}/load_balancers/monitors`, {
      body: {},
    });
    const written = {
      name: 'complete_Pool-1',
      description: 'all of it',
      enabled: false,
      minimum_origins: 2,
      monitor: monitor.body.result.id,
      check_regions: ['WEU', 'ENAM'],
      latitude: 52.5,
      longitude: 13.4,
      origins: [
        { name: 'z', address: 'z.example.test', weight: 0.56, enabled: true, port: 8443 },
        { name: 'a', address: '2001:db8::1', weight: 0, enabled: true, scheme: 'https' },
        {
          name: 'm',
          address: '192.0.2.7',
          enabled: true,
          weight: 1,
          header: { Host: ['shop.test'] },
          flatten_cname: true,
          virtual_network_id: 'vnet',
        },
      ],
      origin_steering: { policy: 'least_connections' },
      load_shedding: {
        default_percent: 12.5,
        default_policy: 'hash',
        session_percent: 1,
        session_policy: 'hash',
      },
      notification_email: 'a@example.test, b@example.test',
      notification_filter: { pool: { disable: true, healthy: false } },
      networks: ['cf1'],
      health_sources: ['local'],
    };
    const pool = await made(written);
    const { id, created_on: _c, modified_on: _m, disabled_at: _d, ...rest } = pool;
    assert.deepEqual(rest, written);
    // A response can be sent back: read-only members are ignored without a notice.
    const again = await api.call('PUT', `${pools}/${id}`, { body: pool });
    assert.deepEqual(again.body.messages, []);
    assert.deepEqual(again.body.result, pool);
  });

  it('ignore unknown members, with a notice', async () => {
    const body = { name: 'odd', origins: [{ ...origins[0], colour: 'red' }], colour: 'blue' };
    const answer = await create(body);
    assert.equal(answer.status, 200);
    const text = JSON.stringify(answer.body.messages);
    assert.match(text, /\/colour/);
    assert.match(text, /\/origins\/0\/colour/);
    assert.doesNotMatch(JSON.stringify(answer.body.result), /colour/);
  });

  it('raise an alert when they are enabled or disabled, and only then', async () => {
    const seen = (await api.alerts()).length;
    const { id } = await made({ name: 'switched', enabled: false, origins });
    const path = `${pools}/${id}`;
    await api.call('PATCH', path, { body: { enabled: false, description: 'still off' } });
    await api.call('PUT', path, { body: { name: 'switched', origins } });
    await api.call('PATCH', path, { body: { enabled: true } });
    await api.call('PATCH', `/user/load_balancers/pools/${id}`, { body: { enabled: false } });
    const refused = await api.call('PATCH', path, { body: { enabled: true, origins: [] } });
    assert.equal(refused.status, 400);
    await api.call('DELETE', path);
    const alerts = (await api.alerts()).slice(seen);
    assert.equal(new Set(alerts.map((alert) => alert.id)).size, 2);
    const common = { kind: 'pool_enablement', version: 1, zoneId: null, at: api.clock.now() };
    const pool = { accountId: api.accountId, poolId: id, poolName: 'switched' };
    assert.deepEqual(
      alerts.map(({ id: _, ...alert }) => alert),
      [true, false].map((enabled) => ({ ...common, ...pool, enabled })),
    );
  });

  it('keep members that a PATCH omits and reset members that a PUT omits', async () => {
    const { id } = await made({ name: 'change', description: 'x', origins, minimum_origins: 0 });
    const patched = await api.call('PATCH', `${pools}/${id}`, { body: { enabled: false } });
    assert.equal(patched.body.result.description, 'x');
    assert.equal(patched.body.result.minimum_origins, 0);
    assert.equal(patched.body.result.enabled, false);
    const put = await api.call('PUT', `${pools}/${id}`, { body: { name: 'change', origins } });
    assert.equal(put.body.result.description, undefined);
    assert.equal(put.body.result.minimum_origins, 1);
    assert.equal(put.body.result.enabled, true);
  });

  it('store since when they and their origins are disabled', async () => {
    const [a, b] = [
      { name: 'a', address: '192.0.2.1', enabled: false },
      { name: 'b', address: '192.0.2.2' },
    ];
    const pool = await made({ name: 'dark', enabled: false, origins: [a, b] });
    assert.equal(pool.disabled_at, pool.created_on);
    assert.equal(pool.origins[0].disabled_at, pool.created_on);
    assert.equal(pool.origins[1].disabled_at, undefined);
    await api.clock.advance(60_000);
    const body = { description: 'later', origins: [{ ...b, enabled: false }, a] };
    const later = (await api.call('PATCH', `${pools}/${pool.id}`, { body })).body.result;
    assert.notEqual(later.modified_on, pool.modified_on);
    assert.equal(later.disabled_at, pool.disabled_at);
    assert.equal(later.origins[0].disabled_at, later.modified_on);
    assert.equal(later.origins[1].disabled_at, pool.disabled_at);
    const on = { enabled: true, origins: [a, b].map((each) => ({ ...each, enabled: true })) };
    const lit = (await api.call('PATCH', `${pools}/${pool.id}`, { body: on })).body.result;
    assert.equal(lit.disabled_at, undefined);
    assert.equal(lit.origins[0].disabled_at, undefined);
  });

  it('do not change when the same document is written again', async () => {
    const pool = await made({ name: 'same', origins });
    await api.clock.advance(60_000);
    const again = await api.call('PUT', `${pools}/${pool.id}`, { body: { name: 'same', origins } });
    assert.deepEqual(again.body.result, pool);
  });

  it('have names that are unique in the account', async () => {
    const { id } = await made({ name: 'unique', origins });
    const twin = await create({ name: 'unique', origins });
    assert.equal(twin.status, 400);
    assert.equal(twin.body.errors[0].code, 1003);
    assert.equal(twin.body.errors[0].source.pointer, '/name');
    await made({ name: 'Unique', origins });
    const renamed = await api.call('PATCH', `${pools}/${id}`, { body: { name: 'Unique' } });
    assert.equal(renamed.body.errors[0].code, 1003);
    const race = await Promise.all(
      Array.from({ length: 10 }, () => create({ name: 'race', origins })),
    );
    assert.equal(race.filter(({ status }) => status === 200).length, 1);
  });

  describe('that are invalid', () => {
    const origin = origins[0];
    const cases: readonly [what: string, body: object, pointer: string][] = [
      ['no name', { name: undefined }, '/name'],
      ['an empty name', { name: '' }, '/name'],
      ['a name with a space', { name: 'my pool' }, '/name'],
      ['a name that is a number', { name: 7 }, '/name'],
      ['no origins', { origins: undefined }, '/origins'],
      ['an empty list of origins', { origins: [] }, '/origins'],
      ['origins that are no list', { origins: {} }, '/origins'],
      ['an origin without a name', { origins: [{ address: '192.0.2.1' }] }, '/origins/0/name'],
      ['an origin without an address', { origins: [{ name: 'a' }] }, '/origins/0/address'],
      [
        'a URL as address',
        { origins: [{ ...origin, address: 'http://a.test' }] },
        '/origins/0/address',
      ],
      [
        'an address with a port',
        { origins: [{ ...origin, address: 'a.test:80' }] },
        '/origins/0/address',
      ],
      [
        'a mistyped address',
        { origins: [{ ...origin, address: '256.1.1.1' }] },
        '/origins/0/address',
      ],
      ['a weight of 2', { origins: [{ ...origin, weight: 2 }] }, '/origins/0/weight'],
      ['a weight of 0.005', { origins: [{ ...origin, weight: 0.005 }] }, '/origins/0/weight'],
      ['a port of 70000', { origins: [{ ...origin, port: 70_000 }] }, '/origins/0/port'],
      ['a scheme of ftp', { origins: [{ ...origin, scheme: 'ftp' }] }, '/origins/0/scheme'],
      [
        'two Host headers',
        { origins: [{ ...origin, header: { Host: ['a', 'b'] } }] },
        '/origins/0/header/Host',
      ],
      [
        'a bad Host header',
        { origins: [{ ...origin, header: { Host: ['a b'] } }] },
        '/origins/0/header/Host/0',
      ],
      ['the same origin twice', { origins: [origin, origin] }, '/origins/1'],
      ['a latitude alone', { latitude: 1 }, '/longitude'],
      ['a longitude alone', { longitude: 1 }, '/latitude'],
      ['a latitude of 91', { latitude: 91, longitude: 1 }, '/latitude'],
      ['an unknown region', { check_regions: ['MOON'] }, '/check_regions/0'],
      ['an unknown monitor', { monitor: UNKNOWN }, '/monitor'],
      ['an unknown monitor group', { monitor_group: UNKNOWN }, '/monitor_group'],
      ['a blank email', { notification_email: ' ' }, '/notification_email'],
      ['a bad email', { notification_email: 'nobody' }, '/notification_email'],
      [
        'an empty email in a list',
        { notification_email: 'a@b.test,,c@d.test' },
        '/notification_email',
      ],
      [
        'a shedding of 101 percent',
        { load_shedding: { default_percent: 101 } },
        '/load_shedding/default_percent',
      ],
      ['an unknown policy', { origin_steering: { policy: 'nearest' } }, '/origin_steering/policy'],
      ['fewer than no origins', { minimum_origins: -1 }, '/minimum_origins'],
    ];
    for (const [what, members, pointer] of cases) {
      it(`are refused: ${what}`, async () => {
        const answer = await create({ name: 'never', origins, ...members });
        assert.equal(answer.status, 400, JSON.stringify(answer.body));
        const [error] = answer.body.errors;
        assert.equal(error.code, 1002);
        assert.equal(error.source.pointer, pointer);
        assert.match(error.message, /: validation failed$/);
      });
    }
  });

  it('are listed in the order of names, by monitor, by name and by page', async () => {
    const account = await api.call('POST', '/accounts', { body: { name: 'lists' } });
    const base = `/accounts/${account.body.result.id}/load_balancers`;
    const monitor = (await api.call('POST', `${base}/monitors`, { body: {} })).body.result.id;
    for (const name of ['c', 'B', 'a', 'b']) {
      const body = { name, origins, ...(name === 'b' && { monitor }) };
      await api.call('POST', `${base}/pools`, { body });
    }
    const names = async (query: string) => {
      const { body } = await api.call('GET', `${base}/pools${query}`);
      return body.result.map((pool: { name: string }) => pool.name).join('');
    };
    assert.equal(await names(''), 'Babc');
    assert.equal(await names('?per_page=3'), 'Bab');
    assert.equal(await names('?per_page=3&page=2'), 'c');
    assert.equal(await names('?name=a'), 'a');
    assert.equal(await names(`?monitor=${monitor}`), 'b');
    assert.equal(await names(`?monitor=${UNKNOWN}`), '');
    const foreign = await create({ name: 'foreign', origins, monitor });
    assert.equal(foreign.body.errors[0].source.pointer, '/monitor');
  });
});

describeOnEachDatabase('notification emails of pools', (kind) => {
  let api: TestApi;
  let account: string;
  const names = Array.from({ length: 60 }, (_, n) => `pool-${String(n).padStart(2, '0')}`);

  before(async () => {
    api = await openTestApi(kind);
    account = `/accounts/${api.accountId}/load_balancers`;
    for (const name of names.toReversed()) {
      const body = { name, origins, notification_email: 'ops@example.test' };
      await api.call('POST', `${account}/pools`, { body });
    }
  });
  after(() => api.close());

  const setAll = (query: string, email: unknown) =>
    api.call('PATCH', `${account}/pools${query}`, { body: { notification_email: email } });
  const migration = async () =>
    (await api.call('GET', `${account}/notification_migration`)).body.result;
  const events = async () => {
    const rows = await api.core.database.read
      .selectFrom('outbox')
      .where('resource', '=', 'pool')
      .where('action', '=', 'update')
      .selectAll()
      .execute();
    return rows.length;
  };

  it('are removed page by page, 25 pools at a time', async () => {
    assert.deepEqual([(await migration()).total, (await migration()).remaining], [60, 60]);
    const first = await setAll('', '');
    assert.equal(first.status, 200);
    assert.deepEqual(
      first.body.result.map((pool: { name: string }) => pool.name),
      names.slice(0, 25),
    );
    assert.equal(first.body.result[0].notification_email, '');
    assert.equal(first.body.result_info.total_count, 60);
    assert.equal(await events(), 25);
    assert.equal((await migration()).remaining, 35);
    assert.equal((await migration()).pools[0].name, 'pool-25');

    assert.equal((await setAll('?page=2', '')).body.result.length, 25);
    const last = await setAll('?page=3', '');
    assert.deepEqual(
      last.body.result.map((pool: { name: string }) => pool.name),
      names.slice(50),
    );
    assert.deepEqual(await migration(), { total: 60, remaining: 0, pools: [] });
    assert.equal(await events(), 60);
  });

  it('omit pools without an email', async () => {
    const told = await events();
    const listed = await api.call('GET', `${account}/pools`);
    await api.clock.advance(1000);
    const again = await setAll('?per_page=1000', '');
    assert.deepEqual(again.body.result, listed.body.result);
    assert.equal(await events(), told);
  });

  it('are set by offset and limit', async () => {
    const answer = await setAll('?offset=58&limit=10', 'a@example.test,b@example.test');
    assert.deepEqual(
      answer.body.result.map((pool: { name: string }) => pool.name),
      ['pool-58', 'pool-59'],
    );
    assert.equal((await migration()).remaining, 2);
    assert.deepEqual((await setAll('?offset=60', '')).body.result, []);
    await setAll('?limit=1000', '');
    assert.equal((await migration()).remaining, 0);
  });

  const refused: readonly [what: string, query: string, email: unknown, code: number][] = [
    ['both ways of paging', '?limit=5&page=2', '', 11002],
    ['both sizes', '?limit=5&per_page=5', '', 11002],
    ['more than 1000', '?limit=1001', '', 11002],
    ['a page of none', '?per_page=0', '', 11002],
    ['no email at all', '', undefined, 1002],
    ['an email that is none', '', 'nobody', 1002],
    ['null', '', null, 1002],
  ];
  for (const [what, query, email, code] of refused) {
    it(`are not changed by a call with ${what}`, async () => {
      const answer = await setAll(query, email);
      assert.equal(answer.status, 400);
      assert.equal(answer.body.errors[0].code, code);
    });
  }
});
