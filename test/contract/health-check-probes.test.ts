import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { after, afterEach, before, beforeEach, it } from 'node:test';
import Cloudflare from 'cloudflare';
import type { AlertOf } from '../../src/contracts/alert.ts';
import { type LoopbackServer, startServer } from '../../src/outbound/loopback-server.fixture.ts';
import { TaskStore } from '../../src/storage/task-store.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { freePort } from '../support/free-port.ts';
import { ADMIN_TOKEN, openTestApi, type TestApi } from '../support/test-api.ts';

const READ = 'fac65912d42144aa86b7dd33281bf79e';
const never = new AbortController().signal;
/** Longer than an interval of a minute with its jitter. */
const INTERVAL_MS = 70_000;

/** Stand-alone health checks of zones: what probes find, and what becomes of it. */
describeOnEachDatabase('probes of stand-alone health checks', (kind) => {
  let api: TestApi;
  let zone: string;
  let base: string;
  const servers: LoopbackServer[] = [];
  const sockets: Server[] = [];
  /** What the origin answers, and what it was asked. */
  let status = 200;
  let asked: string[] = [];
  let port = 0;

  before(async () => {
    api = await openTestApi(kind);
  });
  after(() => api.close());
  beforeEach(async () => {
    zone = await api.newZone();
    base = `/zones/${zone}/healthchecks`;
    status = 200;
    asked = [];
    const server = await startServer((request, response) => {
      const { method, url, headers } = request;
      asked.push(`${method} ${headers.host?.replace(/:\d+$/, '')}${url}`);
      if (url === '/moved') response.setHeader('location', '/here');
      response.writeHead(url === '/moved' ? 302 : status).end('All fine');
    });
    servers.push(server);
    port = server.port;
  });
  afterEach(async () => {
    for (const { id } of (await api.call('GET', base)).body.result) {
      await api.call('DELETE', `${base}/${id}`);
    }
    for (const server of servers.splice(0)) await server.stop();
    for (const server of sockets.splice(0)) server.close();
  });

  async function made(members: object = {}, path = base): Promise<string> {
    const body = { name: 'shop', address: '127.0.0.1', http_config: { port }, ...members };
    const answer = await api.call('POST', path, { body });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.result.id;
  }

  /** One run of the job, as every second. */
  async function probe(): Promise<void> {
    const jobs = api.core.modules.flatMap((module) => module.jobs);
    await jobs.find(({ name }) => name === 'health-check-probes')?.run(never);
  }

  async function probeLater(): Promise<void> {
    await api.clock.advance(INTERVAL_MS);
    await probe();
  }

  async function found(id: string, path = base): Promise<readonly [string, string]> {
    const { result } = (await api.call('GET', `${path}/${id}`)).body;
    return [result.status, result.failure_reason];
  }

  const events = async (query: string) => (await api.call('GET', `${base}/events?${query}`)).body;

  async function alerts(id: string): Promise<readonly AlertOf<'health_check_status'>[]> {
    return (await api.alerts()).flatMap((alert) =>
      alert.kind === 'health_check_status' && alert.healthCheckId === id ? [alert] : [],
    );
  }

  const outcomes: readonly (readonly [
    what: string,
    members: () => object | Promise<object>,
    expected: readonly [string, string],
  ])[] = [
    ['a response with 200', () => ({}), ['healthy', '']],
    [
      'another response',
      () => {
        status = 503;
        return {};
      },
      ['unhealthy', 'Response code mismatch error'],
    ],
    [
      'one of several expected codes',
      () => {
        status = 302;
        return { http_config: { port, expected_codes: ['2xx', '302'] } };
      },
      ['healthy', ''],
    ],
    [
      'an expected text, ignoring case',
      () => ({ http_config: { port, expected_body: 'ALL FINE' } }),
      ['healthy', ''],
    ],
    [
      'no expected text',
      () => ({ http_config: { port, expected_body: 'ready' } }),
      ['unhealthy', 'Response body mismatch error'],
    ],
    [
      'a redirect that is followed',
      () => ({ http_config: { port, path: '/moved', follow_redirects: true } }),
      ['healthy', ''],
    ],
    [
      'a redirect that is not followed',
      () => ({ http_config: { port, path: '/moved' } }),
      ['unhealthy', 'Response code mismatch error'],
    ],
    [
      'no server',
      async () => ({ http_config: { port: await freePort() } }),
      ['unhealthy', 'TCP connection failed'],
    ],
    [
      'a certificate that nobody trusts',
      async () => ({ type: 'HTTPS', http_config: { port: await tlsPort() } }),
      ['unhealthy', 'TLS untrusted certificate error'],
    ],
    [
      'any certificate',
      async () => ({ type: 'HTTPS', http_config: { port: await tlsPort(), allow_insecure: true } }),
      ['healthy', ''],
    ],
    [
      'a port that accepts connections',
      async () => ({ type: 'TCP', tcp_config: { port: await tcpPort() } }),
      ['healthy', ''],
    ],
    [
      'a port that refuses connections',
      async () => ({ type: 'TCP', tcp_config: { port: await freePort() } }),
      ['unhealthy', 'TCP connection failed'],
    ],
  ];

  async function tlsPort(): Promise<number> {
    const server = await startServer((_, response) => response.end('ok'), 'https');
    servers.push(server);
    return server.port;
  }

  async function tcpPort(): Promise<number> {
    const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    sockets.push(server);
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  for (const [what, members, expected] of outcomes) {
    it(`find ${what}: ${expected.join(', ')}`, async () => {
      const id = await made(await members());
      assert.deepEqual(await found(id), ['unknown', '']);
      await probe();
      assert.deepEqual(await found(id), expected);
    });
  }

  it('send the method, the path and the headers of the health check', async () => {
    const header = { Host: ['www.shop.test'] };
    await made({ http_config: { port, method: 'HEAD', path: '/up?deep=1', header } });
    await probe();
    assert.deepEqual(asked, ['HEAD www.shop.test/up?deep=1']);
  });

  it('come back after the interval, and at once after a change', async () => {
    const id = await made();
    await probe();
    await probe();
    assert.equal(asked.length, 1);
    await probeLater();
    assert.equal(asked.length, 2);
    await api.call('PATCH', `${base}/${id}`, { body: { http_config: { port, path: '/ready' } } });
    await probe();
    assert.deepEqual(asked.slice(2), ['GET 127.0.0.1/ready']);
    assert.deepEqual(await found(id), ['healthy', ''], 'the status stays until a probe differs');
  });

  it('do not wait for hours when the clock is set back', async () => {
    await made();
    await probe();
    api.clock.set(api.clock.now() - 6 * 3_600_000);
    await probe();
    assert.equal(asked.length, 2);
  });

  it('change the status after as many equal results as the health check says', async () => {
    const id = await made({ consecutive_fails: 3, consecutive_successes: 2 });
    const seen: string[] = [];
    for (const next of [200, 200, 503, 503, 200, 503, 503, 503, 200, 200]) {
      status = next;
      await probeLater();
      seen.push((await found(id)).join(', '));
    }
    const down = 'unhealthy, Response code mismatch error';
    const up = 'healthy, ';
    assert.deepEqual(seen, ['unknown, ', up, up, up, up, up, up, down, down, up]);
  });

  it('stop while the health check is suspended, and begin anew', async () => {
    status = 503;
    const id = await made({ suspended: true });
    await probe();
    assert.deepEqual([asked, await found(id)], [[], ['suspended', '']]);
    await api.call('PATCH', `${base}/${id}`, { body: { suspended: false } });
    assert.deepEqual(await found(id), ['unknown', '']);
    await probe();
    assert.deepEqual(await found(id), ['unhealthy', 'Response code mismatch error']);
    await api.call('PATCH', `${base}/${id}`, { body: { suspended: true } });
    await probeLater();
    assert.deepEqual([asked.length, await found(id)], [1, ['suspended', '']]);
  });

  it('end when the health check or its zone is deleted', async () => {
    const id = await made();
    const other = await api.newZone();
    await made({}, `/zones/${other}/healthchecks`);
    await probe();
    assert.equal(asked.length, 2);
    await api.call('DELETE', `${base}/${id}`);
    await api.call('DELETE', `/zones/${other}`);
    await probeLater();
    assert.equal(asked.length, 2);
    const rows = await api.core.database.read
      .selectFrom('health_check_events')
      .select('health_check_id')
      .where('zone_id', 'in', [zone, other])
      .execute();
    assert.deepEqual(
      rows.map((row) => row.health_check_id),
      [id],
      'the history stays as long as the zone',
    );
  });

  it('drop the result of a health check that was changed in the meantime', async () => {
    const id = await made();
    const change = () =>
      api.call('PATCH', `${base}/${id}`, { body: { description: 'changed' } }).then(() => {});
    let changed: Promise<void> | undefined;
    const slow = await startServer(async (_, response) => {
      changed ??= change();
      await changed;
      response.writeHead(503).end();
    });
    servers.push(slow);
    await api.call('PATCH', `${base}/${id}`, { body: { http_config: { port: slow.port } } });
    await probe();
    await probe();
    assert.equal((await events(`healthcheck_id=${id}`)).result_info.total_count, 1);
  });

  it('have a history, which can be filtered', async () => {
    const id = await made({ description: 'first' });
    const other = await made({ name: 'other' });
    await probe();
    const upAt = new Date(api.clock.now()).toISOString();
    status = 503;
    await probeLater();
    await api.call('PATCH', `${base}/${id}`, { body: { name: 'renamed' } });
    await probeLater();
    const { result, result_info: info } = await events(`healthcheck_id=${id}`);
    assert.equal(info.total_count, 2);
    const [down, up] = result;
    const healthcheck = { id, name: 'shop', address: '127.0.0.1' };
    const { id: downId, timestamp, rtt, ...rest } = down;
    assert.deepEqual(rest, {
      healthcheck,
      status: 'unhealthy',
      previous_status: 'healthy',
      failure_reason: 'Response code mismatch error',
      response_code: 503,
    });
    assert.match(rtt, /^\d+\.\dms$/);
    assert.ok(Date.parse(timestamp) > Date.parse(upAt));
    assert.deepEqual(
      [up.healthcheck, up.status, up.previous_status, up.failure_reason, up.response_code],
      [healthcheck, 'healthy', 'unknown', '', 200],
    );
    const ids = async (query: string) =>
      (await events(query)).result.map((event: { id: number }) => event.id);
    assert.deepEqual(await ids(`healthcheck_id=${id}&status=unhealthy`), [downId]);
    assert.deepEqual(await ids(`healthcheck_id=${id}&until=${upAt}`), [up.id]);
    assert.deepEqual(await ids(`healthcheck_id=${id}&since=2020-01-01T00:00:00Z`), [downId, up.id]);
    assert.deepEqual(await ids(`healthcheck_id=${id}&per_page=1&page=2`), [up.id]);
    assert.equal((await ids('')).length, 4, `those of ${other} as well`);
    assert.equal((await api.call('GET', `${base}/events?since=yesterday`)).status, 400);
    assert.equal((await api.call('GET', `${base}/events?status=down`)).status, 400);

    const trim = api.core.modules
      .flatMap((module) => module.jobs)
      .find((job) => job.name === 'health-event-trim');
    await api.clock.advance(31 * 24 * 60 * 60 * 1000);
    await trim?.run(never);
    assert.equal((await events('')).result_info.total_count, 0, 'events are kept for thirty days');
  });

  it('record an alert about a failure and its recovery, as one incident', async () => {
    const id = await made();
    await probe();
    assert.deepEqual(await alerts(id), [], 'a healthy first result is no news');
    status = 500;
    await probeLater();
    await probeLater();
    status = 200;
    await probeLater();
    const recorded = await alerts(id);
    assert.deepEqual(
      recorded.map(({ incident, healthBefore, failureReason, responseCode }) => [
        incident.phase,
        healthBefore,
        failureReason,
        responseCode,
      ]),
      [
        ['start', 'healthy', 'Response code mismatch error', 500],
        ['end', 'unhealthy', 'No failures', 200],
      ],
    );
    const [start, end] = recorded;
    assert.equal(end?.incident.id, start?.id);
    assert.deepEqual(
      [start?.zoneId, start?.accountId, start?.healthCheckName, start?.address],
      [zone, api.accountId, 'shop', '127.0.0.1'],
    );
    const listed = (await events(`healthcheck_id=${id}&status=unhealthy`)).result;
    assert.equal(listed[0].id, start?.healthCheckEventId);
  });

  it('record an alert if the first result is a failure', async () => {
    status = 500;
    const id = await made();
    await probe();
    const recorded = await alerts(id);
    assert.deepEqual(
      recorded.map(({ incident, healthBefore }) => [incident.phase, healthBefore]),
      [['start', 'unknown']],
    );
  });

  /** Runs tasks like the job host. */
  async function runPreviews(): Promise<void> {
    const queue = api.core.modules
      .flatMap((module) => module.queues)
      .find(({ name }) => name === 'health-check-preview');
    assert.ok(queue);
    const tasks = new TaskStore(api.core.database, api.clock);
    for (const task of await tasks.claim(queue.name, 1_000, 'test', 60_000)) {
      await queue.run(task, never);
      await tasks.complete(task);
    }
  }

  it('can be tried without saving the health check', async () => {
    const previews = `${base}/preview`;
    status = 503;
    const header = { Authorization: ['Bearer s3cret'] };
    const id = await made({ suspended: true, http_config: { port, header } }, previews);
    assert.deepEqual(await found(id, previews), ['unknown', '']);
    await runPreviews();
    assert.deepEqual(await found(id, previews), ['unhealthy', 'Response code mismatch error']);
    assert.equal(asked.length, 1);
    assert.deepEqual((await api.call('GET', base)).body.result, []);
    assert.equal((await events('')).result_info.total_count, 0);
    assert.deepEqual(await alerts(id), []);

    const token = await api.zoneToken(READ, zone);
    const read = await api.call('GET', `${previews}/${id}`, { token });
    assert.deepEqual(read.body.result.http_config.header, { Authorization: ['(hidden)'] });
    const elsewhere = `/zones/${await api.newZone()}/healthchecks/preview/${id}`;
    for (const method of ['GET', 'DELETE']) {
      assert.equal((await api.call(method, elsewhere)).status, 404);
    }
    const deleted = await api.call('DELETE', `${previews}/${id}`);
    assert.deepEqual(deleted.body.result, { id });
    assert.equal((await api.call('GET', `${previews}/${id}`)).status, 404);
  });

  it('of previews are kept for an hour, a hundred per zone', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 102; n++) {
      ids.push(await made({}, `${base}/preview`));
      await api.clock.advance(1);
    }
    const statusesOf = async (chosen: readonly string[]) => {
      const answers = chosen.map((id) => api.call('GET', `${base}/preview/${id}`));
      return (await Promise.all(answers)).map((answer) => answer.status);
    };
    assert.deepEqual(await statusesOf(ids.slice(0, 3)), [404, 404, 200]);
    await api.clock.advance(60 * 60 * 1000);
    assert.deepEqual(await statusesOf(ids.slice(-1)), [404]);
  });

  it('of previews work with the official client', async () => {
    const origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
    const baseURL = `${origin}/client/v4`;
    const { healthchecks } = new Cloudflare({ apiToken: ADMIN_TOKEN, baseURL, maxRetries: 0 });
    const at = { zone_id: zone };
    const sent = { name: 'shop', address: '127.0.0.1', http_config: { port } };
    const { id = '' } = await healthchecks.previews.create({ ...at, ...sent });
    await runPreviews();
    const preview = await healthchecks.previews.get(id, at);
    assert.deepEqual(
      [preview.status, preview.failure_reason, preview.name],
      ['healthy', '', 'shop'],
    );
    assert.equal((await healthchecks.previews.delete(id, at)).id, id);
    await assert.rejects(healthchecks.previews.get(id, at), Cloudflare.NotFoundError);
  });
});
