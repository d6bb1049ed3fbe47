import assert from 'node:assert/strict';
import { after, afterEach, before, it } from 'node:test';
import Cloudflare from 'cloudflare';
import { type LoopbackServer, startServer } from '../../src/outbound/loopback-server.fixture.ts';
import { TaskStore } from '../../src/storage/task-store.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { freePort } from '../support/free-port.ts';
import { ADMIN_TOKEN, openTestApi, type TestApi } from '../support/test-api.ts';

const POOLS_READ = '9d24387c6e8544e2bc4024a03991339f';
const UNKNOWN = '0123456789abcdef0123456789abcdef';
const never = new AbortController().signal;

describeOnEachDatabase('health checks', (kind) => {
  let api: TestApi;
  let client: Cloudflare;
  let base: string;
  let names = 0;
  const servers: LoopbackServer[] = [];

  before(async () => {
    api = await openTestApi(kind);
    base = `/accounts/${api.accountId}/load_balancers`;
    const origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
    client = new Cloudflare({
      apiToken: ADMIN_TOKEN,
      baseURL: `${origin}/client/v4`,
      maxRetries: 0,
    });
  });
  after(() => api.close());
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop();
  });

  async function serve(status = 200): Promise<number> {
    const server = await startServer((_, response) => response.writeHead(status).end('All fine'));
    servers.push(server);
    return server.port;
  }

  async function made(kindOf: 'pools' | 'monitors', body: object): Promise<string> {
    const answer = await api.call('POST', `${base}/${kindOf}`, { body });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.result.id;
  }

  const createPool = (ports: readonly number[], more: object = {}) =>
    made('pools', {
      name: `pool-${++names}`,
      origins: ports.map((port, n) => ({ name: `o${n}`, address: `127.0.0.${n + 1}`, port })),
      ...more,
    });

  /** One run of the job, as every second. */
  async function probe(): Promise<void> {
    const jobs = api.core.modules.flatMap((module) => module.jobs);
    await jobs.find(({ name }) => name === 'health-probes')?.run(never);
  }

  /** Runs tasks like the job host. */
  async function runPreviews(): Promise<void> {
    const queue = api.core.modules
      .flatMap((module) => module.queues)
      .find(({ name }) => name === 'health-preview');
    assert.ok(queue);
    const tasks = new TaskStore(api.core.database, api.clock);
    for (const task of await tasks.claim(queue.name, 1_000, 'test', 60_000)) {
      await queue.run(task, never);
      await tasks.complete(task);
    }
  }

  const events = async (query: string, token = ADMIN_TOKEN) => {
    const path = `/user/load_balancing_analytics/events?${query}`;
    return (await api.call('GET', path, { token })).body;
  };

  it('are unavailable before the first probe, then show every origin', async () => {
    const port = await serve();
    const monitor = await made('monitors', { expected_body: 'ALL FINE' });
    // The second origin has the same port at another address, where nothing listens.
    const pool = await createPool([port, port], { monitor });
    const early = await api.call('GET', `${base}/pools/${pool}/health`);
    assert.equal(early.status, 404);
    assert.equal(early.body.errors[0].message, 'Health info unavailable');

    await probe();
    const { body } = await api.call('GET', `${base}/pools/${pool}/health`);
    assert.equal(body.result.pool_id, pool);
    const { default: region } = body.result.pop_health;
    assert.equal(region.healthy, true);
    const [up, down] = region.origins;
    assert.equal(up['127.0.0.1'].healthy, true);
    assert.equal(up['127.0.0.1'].failure_reason, 'No failures');
    assert.equal(up['127.0.0.1'].response_code, 200);
    assert.match(up['127.0.0.1'].rtt, /^\d+\.\dms$/);
    assert.equal(down['127.0.0.2'].healthy, false);
    assert.equal(down['127.0.0.2'].failure_reason, 'TCP connection failed');
    assert.equal(down['127.0.0.2'].response_code, 0);
  });

  it('distinguish two ports of one address (both had the same name)', async () => {
    const [port, silent] = [await serve(), await freePort()];
    const monitor = await made('monitors', { expected_body: 'ALL FINE' });
    const at = (name: string, rest: object) => ({ name, address: '127.0.0.1', ...rest });
    const pool = await made('pools', {
      name: `pool-${++names}`,
      origins: [at('a', { port }), at('b', { port: silent })],
      monitor,
    });
    await probe();
    const { body } = await api.call('GET', `${base}/pools/${pool}/health`);
    const [up, down] = body.result.pop_health.default.origins;
    assert.equal(up[`127.0.0.1:${port}`].healthy, true);
    assert.equal(down[`127.0.0.1:${silent}`].healthy, false);
  });

  it('belong to the account of the pool', async () => {
    const other = await api.call('POST', '/accounts', { body: { name: 'Other' } });
    const path = `/accounts/${other.body.result.id}/load_balancers`;
    const pool = await createPool([await serve()], { monitor: await made('monitors', {}) });
    await probe();
    assert.equal((await api.call('GET', `${path}/pools/${pool}/health`)).status, 404);
    const preview = await api.call('POST', `${path}/pools/${pool}/preview`, { body: {} });
    assert.equal(preview.status, 404);
    assert.equal((await api.call('GET', `${base}/pools/${UNKNOWN}/health`)).status, 404);
  });

  it('reach the snapshot of the pool', async () => {
    const pool = await createPool([await serve(503)], { monitor: await made('monitors', {}) });
    const source = api.core.modules.find(({ shared }) => shared?.pools)?.shared?.pools;
    const built = async () => (await source?.build([pool], new Map()))?.get(pool)?.origins[0];
    assert.equal((await built())?.healthy, undefined);
    await probe();
    assert.equal((await built())?.healthy, false);
    const changed = { resource: 'pool_health', resourceId: pool } as const;
    const event = { seq: 1, action: 'update', accountId: null, zoneId: null, ...changed } as const;
    assert.deepEqual(await source?.touchedBy(event, []), [pool]);
  });

  it('can be previewed on a pool without saving a monitor', async () => {
    const pool = await createPool([await serve(302)]);
    const answer = await api.call('POST', `${base}/pools/${pool}/preview`, {
      body: { type: 'http', expected_codes: '200', timeout: 1 },
    });
    const { preview_id: id, pools } = answer.body.result;
    assert.deepEqual(pools, { [pool]: `pool-${names}` });
    const result = async () => (await api.call('GET', `${base}/preview/${id}`)).body.result;
    assert.deepEqual(await result(), {});
    await runPreviews();
    const { healthy, origins } = (await result())[pool];
    assert.equal(healthy, false);
    assert.equal(origins[0]['127.0.0.1'].failure_reason, 'Response code mismatch error');
    assert.equal(origins[0]['127.0.0.1'].response_code, 302);
    const health = await api.call('GET', `${base}/pools/${pool}/health`);
    assert.equal(health.status, 404, 'a preview changes nothing');

    await api.clock.advance(60 * 60 * 1000);
    const late = await api.call('GET', `${base}/preview/${id}`);
    assert.equal(late.status, 404);
    assert.equal(late.body.errors[0].code, 1001);
  });

  it('refuse a preview with an invalid monitor', async () => {
    const pool = await createPool([await serve()]);
    for (const body of [{ type: 'tcp' }, { type: 'snmp' }, { interval: 1 }, { path: 7 }]) {
      const answer = await api.call('POST', `${base}/pools/${pool}/preview`, { body });
      assert.equal(answer.status, 400, JSON.stringify(body));
      assert.equal(answer.body.errors[0].code, 1002);
    }
  });

  it('keep at most a hundred previews per account', async () => {
    const pool = await createPool([await serve()]);
    const ids: string[] = [];
    for (let n = 0; n < 102; n++) {
      const answer = await api.call('POST', `${base}/pools/${pool}/preview`, { body: {} });
      ids.push(answer.body.result.preview_id);
      await api.clock.advance(1);
    }
    const statuses = ids.map(async (id) => (await api.call('GET', `${base}/preview/${id}`)).status);
    const kept = (await Promise.all(statuses)).filter((status) => status === 200);
    assert.equal(kept.length, 100);
    assert.equal(await statuses[0], 404);
    assert.equal(await statuses[101], 200);
  });

  it('work with the official client', async () => {
    const account_id = api.accountId;
    const monitor = await made('monitors', { type: 'http', expected_codes: '503' });
    const pool = await createPool([await serve()], { monitor });
    await probe();
    const health = await client.loadBalancers.pools.health.get(pool, { account_id });
    assert.equal(health.pool_id, pool);
    assert.ok(health.pop_health);

    const tried = await client.loadBalancers.pools.health.create(pool, { account_id });
    const changed = await client.loadBalancers.monitors.previews.create(monitor, {
      account_id,
      expected_body: 'all fine',
    });
    assert.deepEqual(changed.pools, { [pool]: `pool-${names}` });
    await runPreviews();
    const found = async (id = '') => {
      const result = await client.loadBalancers.previews.get(id, { account_id });
      return result[pool]?.origins?.[0]?.['127.0.0.1']?.failure_reason;
    };
    assert.equal(await found(tried.preview_id), 'No failures');
    assert.equal(
      await found(changed.preview_id),
      'Response code mismatch error',
      'omitted members come from the stored monitor',
    );
  });

  it('have events, which can be filtered', async () => {
    const monitor = await made('monitors', { interval: 60 });
    const pool = await createPool([await serve()], { monitor });
    const name = `pool-${names}`;
    await probe();
    const upAt = new Date(api.clock.now()).toISOString();
    await servers.pop()?.stop();
    await api.clock.advance(70_000);
    await probe();
    const all = await events(`pool_id=${pool}`);
    assert.equal(all.result_info.total_count, 2);
    const [down, up] = all.result;
    assert.deepEqual(down.pool, {
      id: pool,
      name,
      healthy: false,
      changed: true,
      minimum_origins: 1,
    });
    assert.equal(down.origins[0].name, 'o0');
    assert.equal(down.origins[0].address, '127.0.0.1');
    assert.equal(down.origins[0].healthy, false);
    assert.equal(down.origins[0].changed, true);
    assert.equal(down.origins[0].failure_reason, 'TCP connection failed');
    assert.equal(up.pool.healthy, true);

    const ids = async (query: string) =>
      (await events(`pool_name=${name}&${query}`)).result.map(({ id }: { id: number }) => id);
    assert.deepEqual(await ids('pool_healthy=true'), [up.id]);
    assert.deepEqual(await ids('pool_healthy=false'), [down.id]);
    assert.deepEqual(await ids('origin_healthy=true'), [up.id]);
    assert.deepEqual(await ids('origin_name=o0&origin_healthy=false'), [down.id]);
    assert.deepEqual(await ids('origin_name=other'), []);
    assert.deepEqual(await ids(`until=${upAt}`), [up.id]);
    assert.deepEqual(await ids('since=2026-01-01T00:00:00Z'), [down.id, up.id]);
    assert.deepEqual(await ids('per_page=1&page=2'), [up.id]);
    const bad = await api.call('GET', '/user/load_balancing_analytics/events?since=yesterday');
    assert.equal(bad.status, 400);
  });

  it('have events that only callers with permission to read the pools see', async () => {
    const pool = await createPool([await serve()], { monitor: await made('monitors', {}) });
    await probe();
    const other = await api.call('POST', '/accounts', { body: { name: 'Elsewhere' } });
    const tokenFor = async (accountId: string) => {
      const policy = {
        effect: 'allow',
        permission_groups: [{ id: POOLS_READ }],
        resources: { [`com.cloudflare.api.account.${accountId}`]: '*' },
      };
      const body = { name: 'reader', policies: [policy] };
      return (await api.call('POST', '/user/tokens', { body })).body.result.value;
    };
    const seen = async (token: string) =>
      (await events(`pool_id=${pool}`, token)).result_info.total_count;
    assert.equal(await seen(await tokenFor(api.accountId)), 1);
    assert.equal(await seen(await tokenFor(other.body.result.id)), 0);
  });

  it('keep events for thirty days', async () => {
    const pool = await createPool([await serve()], { monitor: await made('monitors', {}) });
    await probe();
    const trim = api.core.modules
      .flatMap((module) => module.jobs)
      .find((job) => job.name === 'health-event-trim');
    await api.clock.advance(29 * 24 * 60 * 60 * 1000);
    await trim?.run(never);
    assert.equal((await events(`pool_id=${pool}`)).result_info.total_count, 1);
    await api.clock.advance(2 * 24 * 60 * 60 * 1000);
    await trim?.run(never);
    assert.equal((await events(`pool_id=${pool}`)).result_info.total_count, 0);
  });
});
