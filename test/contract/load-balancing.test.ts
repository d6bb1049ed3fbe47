import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { monitorKind } from '../../src/areas/load-balancing/monitors/monitor-kind.ts';
import { monitorSecrets } from '../../src/areas/load-balancing/monitors/monitor-secrets.ts';
import { monitorStore } from '../../src/areas/load-balancing/monitors/monitor-store.ts';
import { permissionGroups } from '../../src/catalogs/permissions.ts';
import { systemActor } from '../../src/contracts/actor.ts';
import { TextSealer } from '../../src/kernel/sealed-text.ts';
import { ResourceService } from '../../src/resources/resource-service.ts';
import { accountScope } from '../../src/resources/scope.ts';
import { ChangeLog } from '../../src/storage/change-log.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';

const UNKNOWN = '0123456789abcdef0123456789abcdef';
const origins = [{ name: 'one', address: '192.0.2.1' }];

/** An API with a zone, and helpers that create monitors, pools and load balancers. */
class Fixture {
  readonly api: TestApi;
  readonly base: string;
  zoneId = '';
  #made = 0;

  constructor(api: TestApi) {
    this.api = api;
    this.base = `/accounts/${api.accountId}/load_balancers`;
  }

  async zone(name: string): Promise<string> {
    const body = { name, account: { id: this.api.accountId } };
    return (await this.#post('/zones', body)).id;
  }

  async pool(members: object = {}): Promise<string> {
    this.#made += 1;
    const body = { name: `pool-${this.#made}`, origins, ...members };
    return (await this.#post(`${this.base}/pools`, body)).id;
  }

  async monitor(members: object = {}): Promise<string> {
    return (await this.#post(`${this.base}/monitors`, members)).id;
  }

  // Tests look into results of many shapes; a wrong path fails the assertion.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  async balancer(members: object): Promise<any> {
    return await this.#post(`/zones/${this.zoneId}/load_balancers`, members);
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above
  async #post(path: string, body: object): Promise<any> {
    const answer = await this.api.call('POST', path, { body });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.result;
  }
}

async function openFixture(kind: Parameters<typeof openTestApi>[0]): Promise<Fixture> {
  const fixture = new Fixture(await openTestApi(kind));
  fixture.zoneId = await fixture.zone('shop.test');
  return fixture;
}

type Refusal = readonly [what: string, members: object, pointer: string];

/** Each row is refused as invalid, at that JSON pointer. */
function refuses(
  rows: readonly Refusal[],
  write: (members: object) => ReturnType<TestApi['call']>,
) {
  for (const [what, members, pointer] of rows) {
    it(`are refused: ${what}`, async () => {
      const answer = await write(members);
      assert.equal(answer.status, 400, JSON.stringify(answer.body));
      const [error] = answer.body.errors;
      assert.equal(error.code, 1002);
      assert.equal(error.source.pointer, pointer);
      assert.match(error.message, /: validation failed$/);
    });
  }
}

describeOnEachDatabase('monitor groups', (kind) => {
  let fixture: Fixture;
  let api: TestApi;
  let groups: string;

  before(async () => {
    fixture = await openFixture(kind);
    api = fixture.api;
    groups = `${fixture.base}/monitor_groups`;
  });
  after(() => api.close());

  const create = async (members: object[], description = 'Shop') =>
    (await api.call('POST', groups, { body: { description, members } })).body.result;

  it('are created with defaults, changed and deleted; members keep their times', async () => {
    const [one, two] = [await fixture.monitor(), await fixture.monitor()];
    const made = await create([{ monitor_id: one }, { monitor_id: two, monitoring_only: true }]);
    const flags = { enabled: true, monitoring_only: false, must_be_healthy: false };
    const since = { created_at: made.created_on, updated_at: made.created_on };
    assert.deepEqual(made.members, [
      { monitor_id: one, ...flags, ...since },
      { monitor_id: two, ...flags, monitoring_only: true, ...since },
    ]);
    const path = `${groups}/${made.id}`;
    assert.deepEqual((await api.call('GET', path)).body.result, made);
    assert.deepEqual((await api.call('PUT', path, { body: made })).body.result, {
      ...made,
      modified_on: made.modified_on,
    });

    await api.clock.advance(1000);
    const members = [{ monitor_id: two, must_be_healthy: true }, { monitor_id: one }];
    const changed = (await api.call('PATCH', path, { body: { members } })).body.result;
    assert.equal(changed.description, 'Shop');
    assert.notEqual(changed.modified_on, made.modified_on);
    assert.deepEqual(
      changed.members.map((member: Record<string, unknown>) => [
        member.monitor_id,
        member.must_be_healthy,
        member.created_at === made.created_on,
        member.updated_at === made.created_on,
      ]),
      [
        [two, true, true, false],
        [one, false, true, false],
      ],
    );
    assert.deepEqual((await api.call('GET', groups)).body.result, [changed]);
    assert.deepEqual((await api.call('DELETE', path)).body.result, changed);
    assert.equal((await api.call('GET', path)).body.errors[0].code, 1001);
  });

  it('protect their monitors from deletion and are protected by their pools', async () => {
    const monitor = await fixture.monitor({ description: 'web' });
    const { id } = await create([{ monitor_id: monitor }]);
    const pool = await fixture.pool({ name: 'grouped', monitor_group: id });
    const path = `${groups}/${id}`;
    for (const [held, by] of [
      [path, `pool "grouped" \\(${pool}\\)`],
      [`${fixture.base}/monitors/${monitor}`, `monitor group "Shop" \\(${id}\\)`],
    ] as const) {
      const refused = await api.call('DELETE', held);
      assert.equal(refused.status, 412);
      assert.match(refused.body.errors[0].message, new RegExp(by));
    }
    const references = async (of: string) =>
      (await api.call('GET', `${of}/references`)).body.result.map(
        (each: Record<string, string>) =>
          `${each.reference_type} ${each.resource_type} ${each.resource_name}`,
      );
    assert.deepEqual(await references(path), ['referrer pool grouped', 'referral monitor web']);
    assert.deepEqual(await references(`${fixture.base}/pools/${pool}`), [
      'referral monitor_group Shop',
    ]);
    assert.deepEqual(await references(`${fixture.base}/monitors/${monitor}`), [
      'referrer monitor_group Shop',
    ]);
    const both = await api.call('PATCH', `${fixture.base}/pools/${pool}`, { body: { monitor } });
    assert.equal(both.body.errors[0].source.pointer, '/monitor_group');
    await api.call('PATCH', `${fixture.base}/pools/${pool}`, { body: { monitor_group: '' } });
    assert.equal((await api.call('DELETE', path)).status, 200);
    assert.equal((await api.call('DELETE', `${fixture.base}/monitors/${monitor}`)).status, 200);
  });

  describe('that are invalid', () => {
    const unknown = { monitor_id: UNKNOWN };
    refuses(
      [
        ['without members', { description: 'x' }, '/members'],
        ['with an empty list of members', { members: [] }, '/members'],
        ['with an unknown monitor', { members: [unknown] }, '/members/0/monitor_id'],
        [
          'with a member that must be healthy and only watches',
          { members: [{ ...unknown, monitoring_only: true, must_be_healthy: true }] },
          '/members/0/must_be_healthy',
        ],
      ],
      (body) => api.call('POST', groups, { body }),
    );

    it('with a monitor twice', async () => {
      const member = { monitor_id: await fixture.monitor() };
      const refused = await api.call('POST', groups, { body: { members: [member, member] } });
      assert.equal(refused.body.errors[0].source.pointer, '/members/1/monitor_id');
    });
  });
});

describeOnEachDatabase('monitors', (kind) => {
  let fixture: Fixture;
  let api: TestApi;
  let monitors: string;

  before(async () => {
    fixture = await openFixture(kind);
    api = fixture.api;
    monitors = `${fixture.base}/monitors`;
  });
  after(() => api.close());

  it('are created with the defaults of their type, changed and deleted', async () => {
    const made = (await api.call('POST', monitors, { body: {} })).body.result;
    const { id, created_on: _c, modified_on: _m, ...rest } = made;
    assert.deepEqual(rest, {
      type: 'http',
      method: 'GET',
      path: '/',
      interval: 60,
      timeout: 5,
      retries: 2,
      expected_codes: '200',
      expected_body: '',
      follow_redirects: false,
      allow_insecure: false,
    });
    assert.deepEqual((await api.call('GET', `${monitors}/${id}`)).body.result, made);
    const body = { type: 'tcp', port: 5432 };
    const tcp = (await api.call('PUT', `${monitors}/${id}`, { body })).body.result;
    assert.equal(tcp.method, 'connection_established');
    assert.equal(tcp.path, undefined);
    const smtp = { type: 'smtp', port: 25 };
    const mail = (await api.call('PUT', `${monitors}/${id}`, { body: smtp })).body.result;
    assert.deepEqual([mail.type, mail.method, mail.expected_codes], ['smtp', undefined, undefined]);
    for (const other of [{ type: 'icmp_ping' }, { type: 'udp_icmp', port: 53 }]) {
      const changed = await api.call('PUT', `${monitors}/${id}`, { body: other });
      assert.equal(changed.body.result.type, other.type);
    }
    await api.call('PUT', `${monitors}/${id}`, { body });
    const patch = { interval: 30 };
    const patched = (await api.call('PATCH', `${monitors}/${id}`, { body: patch })).body.result;
    assert.deepEqual([patched.interval, patched.port, patched.type], [30, 5432, 'tcp']);
    assert.deepEqual((await api.call('DELETE', `${monitors}/${id}`)).body.result, { id });
    assert.equal((await api.call('GET', `${monitors}/${id}`)).body.errors[0].code, 1001);
  });

  it('are returned exactly as written', async () => {
    const written = {
      type: 'https',
      description: 'shop',
      method: 'HEAD',
      path: '/health?full=1',
      port: 8443,
      header: { Host: ['shop.test'], 'X-Probe': ['a', 'b'] },
      expected_codes: '2xx,301-302, 404',
      expected_body: 'alive',
      interval: 10,
      timeout: 2,
      retries: 1,
      consecutive_up: 3,
      consecutive_down: 2,
      follow_redirects: true,
      allow_insecure: true,
      probe_zone: 'shop.test',
    };
    const made = (await api.call('POST', monitors, { body: written })).body.result;
    const { id, created_on: _c, modified_on: _m, ...rest } = made;
    assert.deepEqual(rest, written);
    const again = await api.call('PUT', `${monitors}/${id}`, { body: made });
    assert.deepEqual(again.body.messages, []);
    assert.deepEqual(again.body.result, made);
  });

  it('are listed, the oldest first, by page', async () => {
    const listed = (await api.call('GET', monitors)).body.result;
    await api.clock.advance(1000);
    const id = await fixture.monitor({ description: 'last' });
    const after = (await api.call('GET', monitors)).body.result;
    assert.equal(after.length, listed.length + 1);
    assert.equal(after.at(-1).id, id);
    const page = await api.call('GET', `${monitors}?per_page=1&page=${after.length}`);
    assert.deepEqual(page.body.result, [after.at(-1)]);
  });

  it('cannot be deleted while a pool uses them, and the error names it', async () => {
    const monitor = await fixture.monitor();
    const pool = await fixture.pool({ name: 'watched', monitor });
    const path = `${monitors}/${monitor}`;
    const refused = await api.call('DELETE', path);
    assert.equal(refused.status, 412);
    assert.equal(refused.body.errors[0].code, 1005);
    assert.match(refused.body.errors[0].message, new RegExp(`pool "watched" \\(${pool}\\)`));
    assert.deepEqual((await api.call('GET', `${path}/references`)).body.result, [
      {
        reference_type: 'referrer',
        resource_type: 'pool',
        resource_id: pool,
        resource_name: 'watched',
      },
    ]);
    await api.call('PATCH', `${fixture.base}/pools/${pool}`, { body: { monitor: '' } });
    assert.equal((await api.call('DELETE', path)).status, 200);
  });

  describe('that are invalid', () => {
    refuses(
      [
        ['udp_icmp without a port', { type: 'udp_icmp' }, '/port'],
        ['smtp without a port', { type: 'smtp', port: 0 }, '/port'],
        ['smtp with a method', { type: 'smtp', port: 25, method: 'GET' }, '/method'],
        ['icmp_ping with a method', { type: 'icmp_ping', method: 'GET' }, '/method'],
        ['of an unknown type', { type: 'carrier' }, '/type'],
        ['every 9 seconds', { interval: 9 }, '/interval'],
        ['every two hours', { interval: 7200 }, '/interval'],
        ['in half seconds', { interval: 10.5 }, '/interval'],
        ['with checks that overlap', { interval: 10, timeout: 5, retries: 2 }, '/timeout'],
        ['without time', { timeout: 0 }, '/timeout'],
        ['with 100 retries', { retries: 100 }, '/retries'],
        ['tcp without a port', { type: 'tcp' }, '/port'],
        ['tcp with a method', { type: 'tcp', port: 1, method: 'GET' }, '/method'],
        ['with an unknown method', { method: 'BREW' }, '/method'],
        ['with a path that is none', { path: 'health' }, '/path'],
        ['with a space in the path', { path: '/a b' }, '/path'],
        ['with a port of 65536', { port: 65_536 }, '/port'],
        ['with words as codes', { expected_codes: 'fine' }, '/expected_codes'],
        ['with a code of 999', { expected_codes: '999' }, '/expected_codes'],
        ['with codes backwards', { expected_codes: '299-200' }, '/expected_codes'],
        ['with a User-Agent', { header: { 'user-agent': ['x'] } }, '/header/user-agent'],
        ['with a header that is none', { header: { 'a b': ['x'] } }, '/header/a b'],
        ['with a value on two lines', { header: { A: ['x\r\nB: y'] } }, '/header/A/0'],
        ['with two hosts', { header: { Host: ['a.test', 'b.test'] } }, '/header/Host/1'],
        ['with a header without values', { header: { A: [] } }, '/header/A'],
      ],
      (body) => api.call('POST', monitors, { body }),
    );
  });
});

describeOnEachDatabase('load balancers', (kind) => {
  let fixture: Fixture;
  let api: TestApi;
  let balancers: string;
  let poolIds: string[];

  before(async () => {
    fixture = await openFixture(kind);
    api = fixture.api;
    balancers = `/zones/${fixture.zoneId}/load_balancers`;
    poolIds = [await fixture.pool(), await fixture.pool(), await fixture.pool()];
  });
  after(() => api.close());

  const minimal = (name: string) => ({
    name,
    default_pools: poolIds.slice(0, 1),
    fallback_pool: poolIds[0],
  });

  it('are created with defaults, changed, listed and deleted', async () => {
    const made = await fixture.balancer(minimal('www.shop.test'));
    const { id, created_on: _c, modified_on: _m, ...rest } = made;
    assert.deepEqual(rest, {
      ...minimal('www.shop.test'),
      enabled: true,
      proxied: false,
      steering_policy: '',
      session_affinity: 'none',
    });
    const path = `${balancers}/${id}`;
    assert.deepEqual((await api.call('GET', path)).body.result, made);
    const patch = { session_affinity: 'cookie', description: 'x' };
    const patched = (await api.call('PATCH', path, { body: patch })).body.result;
    assert.deepEqual([patched.session_affinity, patched.name], ['cookie', 'www.shop.test']);
    const put = await api.call('PUT', path, { body: minimal('www.shop.test') });
    assert.equal(put.body.result.description, undefined);
    await fixture.balancer(minimal('SHOP.test'));
    const listed = (await api.call('GET', balancers)).body.result;
    assert.deepEqual(
      listed.map((each: { name: string }) => each.name),
      ['SHOP.test', 'www.shop.test'],
    );
    assert.deepEqual((await api.call('DELETE', path)).body.result, { id });
    assert.equal((await api.call('GET', path)).status, 404);
  });

  it('are returned exactly as written', async () => {
    const [a, b, c] = poolIds;
    const written = {
      name: 'full.shop.test',
      description: 'all of it',
      enabled: true,
      proxied: true,
      ttl: 30,
      default_pools: [b, a],
      fallback_pool: c,
      steering_policy: 'random',
      region_pools: { WEU: [a], ENAM: [b, c] },
      country_pools: { DE: [a] },
      pop_pools: { FRA: [c] },
      random_steering: { default_weight: 0.3, pool_weights: { [UNKNOWN]: 0.5 } },
      session_affinity: 'ip_cookie',
      session_affinity_ttl: 1800,
      session_affinity_attributes: {
        samesite: 'Lax',
        secure: 'Always',
        drain_duration: 100,
        zero_downtime_failover: 'sticky',
      },
      adaptive_routing: { failover_across_pools: true },
      location_strategy: { mode: 'resolver_ip', prefer_ecs: 'always' },
      rules: [
        {
          name: 'api',
          condition: 'http.request.uri.path contains "/api"',
          priority: 10,
          overrides: { default_pools: [c], fallback_pool: a, session_affinity: 'none' },
          terminates: true,
        },
        {
          name: 'closed',
          condition: '',
          disabled: true,
          fixed_response: {
            status_code: 503,
            content_type: 'text/plain',
            location: '/later',
            message_body: 'Back soon',
          },
        },
      ],
      networks: ['cf1'],
    };
    const made = await fixture.balancer(written);
    const { id, created_on: _c, modified_on: _m, ...rest } = made;
    assert.deepEqual(rest, written);
    const body = { ...made, zone_name: 'shop.test' };
    const again = await api.call('PUT', `${balancers}/${id}`, { body });
    assert.deepEqual(again.body.messages, []);
    assert.deepEqual(again.body.result, made);
  });

  it('have notices about conditions on fields without a value', async () => {
    const body = {
      ...minimal('gaps.shop.test'),
      rules: [
        { name: 'fine', condition: 'ssl', overrides: { session_affinity: 'none' } },
        { name: 'gap', condition: 'not cf.client.bot', overrides: { session_affinity: 'none' } },
      ],
    };
    const made = await api.call('POST', balancers, { body });
    assert.equal(made.status, 200, JSON.stringify(made.body));
    assert.deepEqual(
      made.body.messages.map(({ message }: { message: string }) => message),
      [
        'Palisade has no data for cf.client.bot: comparisons with it are false, and their negations true. It is used in rule 2',
        'Because of this, the condition of rule 2 is true for every request',
      ],
    );
  });

  it('have case-insensitive names that are unique in the zone', async () => {
    await fixture.balancer(minimal('one.shop.test'));
    const body = minimal('ONE.shop.test.');
    const twin = await api.call('POST', balancers, { body });
    assert.deepEqual([twin.status, twin.body.errors[0].code], [400, 1003]);
  });

  it('protect every pool they send traffic to, wherever they name it', async () => {
    const uses: readonly [string, (pool: string) => object][] = [
      ['default', (pool) => ({ default_pools: [poolIds[0], pool] })],
      ['fallback', (pool) => ({ fallback_pool: pool })],
      ['region', (pool) => ({ region_pools: { WEU: [pool] } })],
      ['country', (pool) => ({ country_pools: { FR: [pool] } })],
      ['pop', (pool) => ({ pop_pools: { LHR: [pool] } })],
      ['rule', (pool) => ({ rules: [{ name: 'r', overrides: { region_pools: { ME: [pool] } } }] })],
    ];
    for (const [use, members] of uses) {
      const pool = await fixture.pool();
      const name = `${use}.shop.test`;
      const { id } = await fixture.balancer({ ...minimal(name), ...members(pool) });
      const path = `${fixture.base}/pools/${pool}`;
      const refused = await api.call('DELETE', path);
      assert.deepEqual([refused.status, refused.body.errors[0].code], [412, 1005], use);
      assert.match(refused.body.errors[0].message, new RegExp(`"${name}" \\(${id}\\)`));
      const [reference] = (await api.call('GET', `${path}/references`)).body.result;
      assert.deepEqual(
        [reference.reference_type, reference.resource_type, reference.resource_id],
        ['referrer', 'load_balancer', id],
      );
      await api.call('PUT', `${balancers}/${id}`, { body: minimal(name) });
      assert.equal((await api.call('DELETE', path)).status, 200, use);
    }
    const weighed = await fixture.pool();
    await fixture.balancer({
      ...minimal('weights.shop.test'),
      random_steering: { pool_weights: { [weighed]: 0.5 } },
    });
    assert.equal((await api.call('DELETE', `${fixture.base}/pools/${weighed}`)).status, 200);
  });

  it('never refer to a pool that is being deleted', async () => {
    for (let round = 0; round < 5; round++) {
      const pool = await fixture.pool();
      const body = { ...minimal(`race-${round}.shop.test`), default_pools: [pool] };
      const [made, deleted] = await Promise.all([
        api.call('POST', balancers, { body }),
        api.call('DELETE', `${fixture.base}/pools/${pool}`),
      ]);
      assert.deepEqual(
        [made.status, deleted.status].toSorted(),
        made.status === 200 ? [200, 412] : [200, 400],
      );
    }
  });

  it('are deleted with their zone, which frees their pools', async () => {
    const zone = await fixture.zone('gone.test');
    const pool = await fixture.pool();
    const body = { name: 'gone.test', default_pools: [pool], fallback_pool: pool };
    const made = await api.call('POST', `/zones/${zone}/load_balancers`, { body });
    assert.equal(made.status, 200);
    const foreign = await api.call('GET', `${balancers}/${made.body.result.id}`);
    assert.equal(foreign.status, 404);
    await api.call('DELETE', `/zones/${zone}`);
    assert.equal((await api.call('DELETE', `${fixture.base}/pools/${pool}`)).status, 200);
  });

  it('cannot use pools of another account; pools and monitors are deleted with their account', async () => {
    const account = (await api.call('POST', '/accounts', { body: { name: 'other' } })).body.result;
    const other = `/accounts/${account.id}/load_balancers`;
    const monitor = (await api.call('POST', `${other}/monitors`, { body: {} })).body.result.id;
    const pool = await api.call('POST', `${other}/pools`, {
      body: { name: 'theirs', origins, monitor },
    });
    const body = { ...minimal('x.shop.test'), fallback_pool: pool.body.result.id };
    const refused = await api.call('POST', balancers, { body });
    assert.equal(refused.body.errors[0].source.pointer, '/fallback_pool');
    assert.equal((await api.call('DELETE', `/accounts/${account.id}`)).status, 200);
  });

  describe('that are invalid', () => {
    const cookie = { session_affinity: 'cookie' };
    const header = {
      session_affinity: 'header',
      session_affinity_attributes: { headers: ['x-user'] },
    };
    const rule = (members: object) => ({ rules: [{ name: 'r', ...members }] });
    const at = 'session_affinity_attributes';
    refuses(
      [
        ['without a name', { name: undefined }, '/name'],
        ['of another zone', { name: 'www.other.test' }, '/name'],
        ['of a zone that only ends alike', { name: 'myshop.test' }, '/name'],
        ['for every name', { name: '*.shop.test' }, '/name'],
        ['without pools', { default_pools: undefined }, '/default_pools'],
        ['with no pools', { default_pools: [] }, '/default_pools'],
        ['with an unknown pool', { default_pools: [UNKNOWN] }, '/default_pools/0'],
        ['without a fallback', { fallback_pool: undefined }, '/fallback_pool'],
        ['with an unknown fallback', { fallback_pool: 'pool-1' }, '/fallback_pool'],
        ['in an unknown region', { region_pools: { MOON: [] } }, '/region_pools/MOON'],
        ['in a country by name', { country_pools: { Germany: [] } }, '/country_pools/Germany'],
        ['in an unknown data centre', { pop_pools: { x: [] } }, '/pop_pools/x'],
        ['with an unknown pool there', { region_pools: { WEU: [UNKNOWN] } }, '/region_pools/WEU/0'],
        ['with an unknown policy', { steering_policy: 'best' }, '/steering_policy'],
        [
          'with a weight of 2',
          { random_steering: { default_weight: 2 } },
          '/random_steering/default_weight',
        ],
        ['short sessions', { ...cookie, session_affinity_ttl: 60 }, '/session_affinity_ttl'],
        ['endless sessions', { ...cookie, session_affinity_ttl: 604_801 }, '/session_affinity_ttl'],
        [
          'header sessions of a day',
          { ...header, session_affinity_ttl: 86_400 },
          '/session_affinity_ttl',
        ],
        [
          'cookies that browsers refuse',
          { ...cookie, [at]: { samesite: 'None', secure: 'Never' } },
          `/${at}/secure`,
        ],
        [
          'sticky failover by header',
          { ...header, [at]: { headers: ['a'], zero_downtime_failover: 'sticky' } },
          `/${at}/zero_downtime_failover`,
        ],
        ['header sessions without headers', { session_affinity: 'header' }, `/${at}/headers`],
        ['a header that is none', { ...header, [at]: { headers: ['a b'] } }, `/${at}/headers/0`],
        [
          'six headers',
          { ...header, [at]: { headers: ['a', 'b', 'c', 'd', 'e', 'f'] } },
          `/${at}/headers`,
        ],
        ['a rule without a name', { rules: [{ condition: 'ssl' }] }, '/rules/0/name'],
        ['a condition that is none', rule({ condition: 'ssl and' }), '/rules/0/condition'],
        [
          'a condition on the response',
          rule({ condition: 'http.response.code eq 200' }),
          '/rules/0/condition',
        ],
        [
          'an unknown pool in a rule',
          rule({ overrides: { default_pools: [UNKNOWN] } }),
          '/rules/0/overrides/default_pools/0',
        ],
        [
          'bad sessions in a rule',
          { ...header, ...rule({ overrides: { session_affinity_ttl: 5 } }) },
          '/rules/0/overrides/session_affinity_ttl',
        ],
        [
          'a rule that answers and overrides',
          rule({ overrides: { ttl: 30 }, fixed_response: { status_code: 200 } }),
          '/rules/0',
        ],
        [
          'a long message',
          rule({ fixed_response: { message_body: 'x'.repeat(1025) } }),
          '/rules/0/fixed_response/message_body',
        ],
        [
          'an injected header',
          rule({ fixed_response: { location: '/\r\nx: y' } }),
          '/rules/0/fixed_response/location',
        ],
      ],
      (members) =>
        api.call('POST', balancers, { body: { ...minimal('never.shop.test'), ...members } }),
    );
  });

  it('have a bounded number of pools, so that one query can read all of them', async () => {
    const country = (n: number) => String.fromCharCode(65 + Math.floor(n / 26), 65 + (n % 26));
    const many = Array.from({ length: 200 }, (_, n) => [
      country(n),
      Array.from({ length: 500 }, (_, m) => `${n}-${m}`),
    ]);
    const body = { ...minimal('many.shop.test'), country_pools: Object.fromEntries(many) };
    const refused = await api.call('POST', balancers, { body });
    assert.deepEqual([refused.status, refused.body.errors[0].code], [400, 1002]);
    assert.match(refused.body.errors[0].message, /can have at most 1000 pools/);
  });

  it('are limited by the plan of their zone', async () => {
    const zone = await fixture.zone('plan.test');
    const path = `/zones/${zone}/load_balancers`;
    const headers = (names: string[]) => ({
      session_affinity: 'header',
      session_affinity_attributes: { headers: names },
    });
    const refused: readonly [object, string][] = [
      [headers(['a', 'b']), '/session_affinity_attributes/headers'],
      [{ pop_pools: { FRA: poolIds } }, '/pop_pools'],
      [
        { rules: [{ name: 'r', overrides: { pop_pools: { FRA: poolIds } } }] },
        '/rules/0/overrides/pop_pools',
      ],
    ];
    await api.call('PATCH', `/zones/${zone}`, { body: { plan: { legacy_id: 'pro' } } });
    for (const [members, pointer] of refused) {
      const body = { ...minimal('plan.test'), ...members };
      const { errors } = (await api.call('POST', path, { body })).body;
      assert.deepEqual([errors[0].code, errors[0].source.pointer], [1002, pointer]);
    }
    const body = { ...minimal('plan.test'), ...headers(['a']) };
    assert.equal((await api.call('POST', path, { body })).status, 200);
  });

  it('and other resources have a limit if one is set', async () => {
    const { database } = api.core;
    const { clock } = api;
    const changes = new ChangeLog(database, clock);
    const store = monitorStore(monitorSecrets(new TextSealer(() => 'secret', 'test')));
    const kind = { ...monitorKind(store), limit: () => 1 };
    const limited = new ResourceService({ database, changes, clock }, kind);
    const scope = accountScope(api.accountId);
    await limited.create(systemActor, scope, {});
    await assert.rejects(limited.create(systemActor, scope, {}), /quota exceeded/);
  });

  it('are found by name, with their references', async () => {
    const monitor = await fixture.monitor({ description: 'Needle monitor' });
    const pool = await fixture.pool({ name: 'needle_pool', monitor });
    const { id } = await fixture.balancer({
      name: 'needle.shop.test',
      default_pools: [pool],
      fallback_pool: pool,
    });
    const search = async (query: string) =>
      (await api.call('GET', `${fixture.base}/search?${query}`)).body.result.resources;
    const found = await search('query=NEEDLE&references=*');
    const shown = found.map(
      (each: { resource_type: string; references: { resource_id: string }[] }) => [
        each.resource_type,
        each.references.map((reference) => reference.resource_id),
      ],
    );
    assert.deepEqual(shown, [
      ['monitor', [pool]],
      ['load_balancer', [pool]],
      ['pool', [id, monitor]],
    ]);
    assert.equal((await search('query=needle'))[0].references, undefined);
    assert.deepEqual((await search('query=needle&references=referrer'))[1].references, []);
    assert.equal((await search('query=needle&per_page=2&page=2')).length, 1);
    assert.deepEqual(await search('query=needle%25pool'), []);
  });

  it('list the regions of the world', async () => {
    const regions = async (query: string) =>
      (await api.call('GET', `${fixture.base}/regions${query}`)).body.result.regions;
    assert.equal((await regions('')).length, 13);
    const codes = (found: { region_code: string }[]) => found.map((each) => each.region_code);
    assert.deepEqual(codes(await regions('?country_code_a2=DE')), ['WEU']);
    assert.deepEqual(codes(await regions('?country_code_a2=US')), ['WNAM', 'ENAM']);
    assert.deepEqual(codes(await regions('?country_code_a2=US&subdivision_code=ny')), ['ENAM']);
    const [west] = await regions('/WNAM');
    assert.equal(west.countries[0].country_name, 'Canada');
    assert.equal((await api.call('GET', `${fixture.base}/regions/MOON`)).status, 404);
  });

  it('need the permission that the error names', async () => {
    const policy = (name: string, resource: string, effect = 'allow') => {
      const group = permissionGroups.find((each) => each.name === name);
      return { effect, resources: { [resource]: '*' }, permission_groups: [{ id: group?.id }] };
    };
    const tokenOf = async (...policies: readonly object[]): Promise<string> => {
      const body = { name: 'token', policies };
      return (await api.call('POST', '/user/tokens', { body })).body.result.value;
    };
    const token = (name: string, resource: string) => tokenOf(policy(name, resource));
    const account = `com.cloudflare.api.account.${api.accountId}`;
    const zone = `com.cloudflare.api.account.zone.${fixture.zoneId}`;
    const reader = await token('Load Balancing: Monitors and Pools Read', account);
    const writer = await token('Load Balancing: Monitors and Pools Write', account);
    const zoneReader = await token('Load Balancers Read', zone);
    const zoneWriter = await token('Load Balancers Write', zone);
    const pools = `${fixture.base}/pools`;
    const body = { name: 'by-token', origins };
    assert.equal((await api.call('GET', pools, { token: reader })).status, 200);
    const refused = await api.call('POST', pools, { token: reader, body });
    assert.equal(refused.status, 403);
    assert.match(refused.body.errors[0].message, /Load Balancing: Monitors and Pools Write/);
    assert.equal((await api.call('POST', pools, { token: writer, body })).status, 200);
    assert.equal((await api.call('GET', balancers, { token: writer })).status, 403);
    assert.equal((await api.call('GET', balancers, { token: zoneReader })).status, 200);
    const balancer = minimal('token.shop.test');
    const unwritten = await api.call('POST', balancers, { token: zoneReader, body: balancer });
    assert.match(unwritten.body.errors[0].message, /Load Balancers Write/);
    const made = await api.call('POST', balancers, { token: zoneWriter, body: balancer });
    assert.equal(made.status, 200);

    // Lists of the account contain the load balancers that the caller may read in its zones.
    const ofAccount = async (using: string) =>
      (await api.call('GET', fixture.base, { token: using })).body.result.length;
    assert.equal(await ofAccount(reader), 0);
    const readsPools = policy('Load Balancing: Monitors and Pools Read', account);
    const readsAll = policy('Load Balancers Read', 'com.cloudflare.api.account.zone.*');
    const all = await ofAccount(await tokenOf(readsPools, readsAll));
    const ofZone = (await api.call('GET', balancers)).body.result.length;
    const denied = policy('Load Balancers Read', zone, 'deny');
    assert.equal(await ofAccount(await tokenOf(readsPools, readsAll, denied)), all - ofZone);
    assert.ok(ofZone > 0);
    const { id } = made.body.result;
    assert.equal((await api.call('GET', `${fixture.base}/${id}`, { token: reader })).status, 404);
    assert.equal((await api.call('GET', `${fixture.base}/${UNKNOWN}`)).status, 404);
    const shown = (await api.call('GET', `${fixture.base}/${id}`)).body.result;
    assert.deepEqual(shown, made.body.result);

    // The older paths need a caller with exactly one account.
    const older = '/user/load_balancers/pools';
    const named = (await api.call('GET', `${older}?name=by-token`, { token: reader })).body.result;
    assert.equal(named.length, 1);
    const closed = { token: writer, body: { description: 'older path' } };
    const changed = await api.call('PATCH', `${older}/${named[0].id}`, closed);
    assert.equal(changed.body.result.description, 'older path');
    assert.equal((await api.call('PATCH', older, { ...closed, token: reader })).status, 403);
    assert.equal((await api.call('GET', older, { token: zoneReader })).status, 403);
    await api.call('POST', '/accounts', { body: { name: 'One more' } });
    const unclear = await api.call('GET', older);
    assert.equal(unclear.status, 400);
    assert.match(
      unclear.body.errors[0].message,
      /Use \/accounts\/\{account_id\}\/load_balancers\/pools instead/,
    );
  });
});
