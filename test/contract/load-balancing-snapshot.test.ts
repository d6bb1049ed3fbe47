import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { SnapshotBuilder } from '../../src/app/snapshots/snapshot-builder.ts';
import type { SharedSource } from '../../src/areas/area-module.ts';
import type { ChangeEvent } from '../../src/contracts/change.ts';
import type {
  LoadBalancingSection,
  PoolSnapshot,
} from '../../src/contracts/snapshot/load-balancing-section.ts';
import type { SnapshotUpdate } from '../../src/contracts/snapshot/snapshot-update.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';

/** Snapshots of load balancers and pools that were written through the API. */
describeOnEachDatabase('load balancing snapshots', (kind) => {
  let api: TestApi;
  let zoneId: string;
  let base: string;

  before(async () => {
    api = await openTestApi(kind);
    base = `/accounts/${api.accountId}/load_balancers`;
    zoneId = await made('/zones', { name: 'snap.test', account: { id: api.accountId } });
  });
  after(() => api.close());

  async function made(path: string, body: object): Promise<string> {
    const answer = await api.call('POST', path, { body });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.result.id;
  }

  async function section(ids: readonly string[] | 'all' = 'all') {
    const found = api.core.modules
      .flatMap((module) => module.sections)
      .find(({ name }) => name === 'loadBalancing');
    return (await found?.build(ids))?.get(zoneId) as LoadBalancingSection | undefined;
  }

  function source(): SharedSource<PoolSnapshot> {
    const found = api.core.modules.find(({ shared }) => shared?.pools)?.shared?.pools;
    assert.ok(found);
    return found;
  }

  const event = (resource: string, resourceId: string): ChangeEvent => ({
    seq: 1,
    action: 'update',
    resource,
    resourceId,
    accountId: api.accountId,
    zoneId: null,
  });

  it('contain pools with all defaults, and their origins in order', async () => {
    const monitor = await made(`${base}/monitors`, {});
    const id = await made(`${base}/pools`, {
      name: 'snapped',
      monitor,
      enabled: false,
      latitude: 1,
      longitude: 2,
      origins: [
        { name: 'plain', address: 'a.test', enabled: false },
        { name: 'tls', address: 'b.test', port: 443, weight: 0.5 },
        { name: 'said', address: 'c.test', scheme: 'https', header: { Host: ['shop.test'] } },
        { name: 'odd', address: 'd.test', port: 443, scheme: 'http' },
        { name: 'none', address: 'e.test', port: 0 },
      ],
      load_shedding: { default_percent: 10 },
    });
    const pool = (await source().build([id], new Map())).get(id);
    assert.ok(pool);
    assert.deepEqual(
      pool.origins.map(({ name, scheme, port, weight }) => [name, scheme, port, weight]),
      [
        ['plain', 'http', 80, 1],
        ['tls', 'https', 443, 0.5],
        ['said', 'https', 443, 1],
        ['odd', 'http', 443, 1],
        ['none', 'http', 80, 1],
      ],
    );
    assert.equal(pool.origins[0]?.disabledAt, api.clock.now());
    assert.equal(pool.origins[2]?.hostHeader, 'shop.test');
    assert.deepEqual(pool.coordinates, { latitude: 1, longitude: 2 });
    assert.deepEqual([pool.enabled, pool.monitored, pool.minimumOrigins], [false, true, 1]);
    assert.deepEqual(pool.loadShedding, {
      defaultPercent: 10,
      defaultPolicy: 'random',
      sessionPercent: 0,
    });
    assert.ok((await source().build('all', new Map())).has(id));
    assert.deepEqual(await source().touchedBy(event('pool', id), []), [id]);
    assert.deepEqual(await source().touchedBy(event('pool_health', id), []), [id]);
    assert.deepEqual(await source().touchedBy(event('monitor', monitor), []), [id]);
    assert.deepEqual(await source().touchedBy(event('zone', zoneId), []), []);
    await api.call('DELETE', `${base}/pools/${id}`);
    assert.equal((await source().build([id], new Map())).size, 0);
  });

  it('contain no pool of a deleted account', async () => {
    const account = await made('/accounts', { name: 'short-lived' });
    const pool = { name: 'gone', origins: [{ name: 'o', address: '192.0.2.1' }] };
    const doomed = await made(`/accounts/${account}/load_balancers/pools`, pool);
    const kept = await made(`${base}/pools`, { ...pool, name: 'kept' });
    const { modules } = api.core;
    const sections = modules.flatMap((module) => module.sections);
    const builder = new SnapshotBuilder({ sections, shared: { pools: source() } });
    const ids = () => builder.current().pools.map(({ id }) => id);
    await builder.buildAll();
    assert.ok(ids().includes(doomed));
    const updates: SnapshotUpdate[] = [];
    builder.onUpdate((update) => updates.push(update));

    await builder.onChanges([event('account', account)]);
    assert.equal(updates.length, 0, 'a change of its name causes no update');
    assert.equal((await api.call('DELETE', `/accounts/${account}`)).status, 200);
    await builder.onChanges([{ ...event('account', account), action: 'delete' }]);
    assert.deepEqual(updates[0]?.removed.pools, [doomed]);
    assert.ok(!ids().includes(doomed) && ids().includes(kept));
  });

  it('contain enabled load balancers, with their enabled rules in order', async () => {
    assert.equal(await section(), undefined);
    const origins = [{ name: 'one', address: '192.0.2.1' }];
    const a = await made(`${base}/pools`, { name: 'a', origins });
    const b = await made(`${base}/pools`, { name: 'b', origins });
    const common = { default_pools: [a], fallback_pool: b };
    await made(`/zones/${zoneId}/load_balancers`, {
      name: 'Off.snap.test',
      enabled: false,
      ...common,
    });
    const id = await made(`/zones/${zoneId}/load_balancers`, {
      name: 'WWW.snap.test',
      ...common,
      region_pools: { WEU: [b] },
      session_affinity: 'cookie',
      session_affinity_attributes: { drain_duration: 60 },
      rules: [
        { name: 'late', priority: 5, fixed_response: { message_body: 'hello' } },
        { name: 'never', priority: 1, disabled: true },
        {
          name: 'early',
          priority: 2,
          condition: 'http.host eq "x"',
          overrides: { default_pools: [b], steering_policy: 'off', session_affinity_ttl: 3600 },
        },
      ],
    });
    const [balancer, ...others] = (await section([zoneId]))?.balancers ?? [];
    assert.ok(balancer);
    assert.deepEqual(others, []);
    assert.deepEqual([balancer.id, balancer.name], [id, 'www.snap.test']);
    assert.deepEqual([balancer.defaultPools, balancer.fallbackPool], [[a], b]);
    assert.deepEqual([balancer.steering, balancer.regionPools], ['geo', { WEU: [b] }]);
    assert.equal(balancer.affinity.ttlSeconds, 82_800);
    const [early, late, ...more] = balancer.rules;
    assert.deepEqual(more, []);
    assert.deepEqual([early?.name, late?.name], ['early', 'late']);
    assert.deepEqual(Object.keys(early?.overrides ?? {}).toSorted(), [
      'affinity',
      'defaultPools',
      'steering',
    ]);
    assert.deepEqual(early?.overrides.affinity, { ttlSeconds: 3600 });
    assert.deepEqual([early?.terminates, late?.terminates], [false, true]);
    assert.deepEqual(late?.fixedResponse, {
      status: 200,
      contentType: undefined,
      location: undefined,
      body: 'hello',
    });
    const texts = balancer.rules.map(({ expression }) => expression);
    assert.deepEqual(texts, ['http.host eq "x"', 'true']);
  });
});
