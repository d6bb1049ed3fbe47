import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { sampleTrace } from '../../src/areas/security-events/fixtures/sample-trace.ts';
import { REQUEST_TRACES_TOPIC } from '../../src/contracts/events/request-trace.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';

const NOW = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;
const ANALYTICS_READ = '9c88f9c5bce24ce7af9a958ba9c504db';
const ZONE_READ = 'c8fed203ed3043cba015a93ad1616f1f';
const never = new AbortController().signal;

describeOnEachDatabase('traces of requests', (kind) => {
  let api: TestApi;

  before(async () => {
    api = await openTestApi(kind);
  });
  after(() => api.close());

  const list = (zoneId: string, query = '') =>
    api.call('GET', `/zones/${zoneId}/security/traces${query}`);
  const trace = (zoneId: string, ray: string, token?: string) =>
    api.call('GET', `/zones/${zoneId}/security/trace/${ray}`, token ? { token } : {});

  async function rays(zoneId: string): Promise<string[]> {
    return (await list(zoneId)).body.result.map((each: { ray_id: string }) => each.ray_id);
  }

  it('are found by their ray id, with all members', async () => {
    const zoneId = await api.newZone();
    const given = sampleTrace(zoneId);
    await api.deliver(REQUEST_TRACES_TOPIC, [given]);
    const { status, body } = await trace(zoneId, given.ray);
    assert.equal(status, 200);
    const summary = {
      ray_id: given.ray,
      datetime: '2025-12-31T23:59:59.000Z',
      reason: 'flagged',
      request: {
        method: 'GET',
        scheme: 'https',
        host: 'www.shop.test',
        path: '/admin',
        client_ip: '192.0.2.1',
      },
      decision: {
        status: 403,
        by: 'rule',
        rule_id: 'b'.repeat(32),
        ruleset_id: 'a'.repeat(32),
        phase: 'http_request_firewall_custom',
        problem: 'blocked',
        pool: '',
        origin: '',
        origin_status: 0,
        attempts: 0,
        total_us: 900,
        first_byte_us: 0,
        origin_head_us: 0,
        origin_total_us: 0,
      },
    };
    assert.deepEqual(body.result, {
      ...summary,
      phases: [
        {
          phase: 'http_request_firewall_custom',
          rules: [
            {
              id: 'b'.repeat(32),
              ref: 'block-admin',
              ruleset_id: 'a'.repeat(32),
              executed_by: '',
              action: 'block',
              outcome: 'matched',
              condition: true,
              fields: ['http.request.uri.path'],
              took_us: 1.5,
            },
            {
              id: 'd'.repeat(32),
              ref: 'later',
              ruleset_id: 'a'.repeat(32),
              executed_by: '',
              action: 'log',
              outcome: 'not reached',
              condition: null,
              fields: [],
              took_us: null,
            },
          ],
          values: given.phases[0]?.values,
        },
      ],
      left_out: { rules: 0, values: 0 },
    });
    assert.deepEqual((await list(zoneId)).body.result, [summary]);
    const spelled = await trace(zoneId, `${given.ray.toUpperCase()}-FRA`);
    assert.equal(spelled.body.result.ray_id, given.ray);
  });

  it('are missing for other requests, with an explanation', async () => {
    const zoneId = await api.newZone();
    const elsewhere = sampleTrace(await api.newZone());
    await api.deliver(REQUEST_TRACES_TOPIC, [elsewhere]);
    for (const ray of ['0123456789abcdef', elsewhere.ray]) {
      const { status, body } = await trace(zoneId, ray);
      assert.equal(status, 404);
      assert.equal(body.errors[0].code, 11133);
      assert.match(body.errors[0].message, /kept for 24 hours, .* sampled/);
    }
    assert.equal((await trace(zoneId, 'x')).status, 404);
  });

  it('are paged, newest first', async () => {
    const zoneId = await api.newZone();
    const given = [5, 1, 3, 3, 2].map((age) =>
      sampleTrace(zoneId, { startedAt: NOW - age * 1_000 }),
    );
    await api.deliver(REQUEST_TRACES_TOPIC, given);
    const seen: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const { body } = await list(zoneId, `?per_page=2&cursor=${cursor}`);
      seen.push(...body.result.map((each: { ray_id: string }) => each.ray_id));
      cursor = body.result_info.cursors?.after;
    }
    assert.deepEqual(
      seen,
      [1, 4, 3, 2, 0].map((index) => given[index]?.ray),
    );
    assert.equal((await list(zoneId, '?cursor=x')).status, 400);
  });

  it('are stored once, while invalid messages and those of deleted zones are skipped', async () => {
    const zoneId = await api.newZone();
    const twice = sampleTrace(zoneId);
    const bad = [null, {}, { ...twice, zoneId: 'x' }, { ...twice, phases: [{}] }];
    assert.equal(
      await api.deliver(REQUEST_TRACES_TOPIC, [...bad, twice, sampleTrace('f'.repeat(32)), twice]),
      bad.length,
    );
    assert.equal(await api.deliver(REQUEST_TRACES_TOPIC, [twice]), 0);
    assert.deepEqual(await rays(zoneId), [twice.ray]);
  });

  it('are deleted after a day, or with the zone', async () => {
    const zoneId = await api.newZone();
    const old = sampleTrace(zoneId, { startedAt: NOW - 25 * HOUR });
    const young = sampleTrace(zoneId, { startedAt: NOW - 23 * HOUR });
    await api.deliver(REQUEST_TRACES_TOPIC, [old, young]);
    assert.equal((await trace(zoneId, old.ray)).status, 404);
    assert.deepEqual(await rays(zoneId), [young.ray]);
    const jobs = api.core.modules.flatMap((module) => module.jobs);
    const job = jobs.find(({ name }) => name === 'security-event-trim');
    await job?.run(never);
    assert.deepEqual(await rays(zoneId), [young.ray]);
    await api.call('DELETE', `/zones/${zoneId}`);
    await job?.run(never);
    const left = await api.core.database.read
      .selectFrom('request_traces')
      .select('ray_id')
      .where('zone_id', '=', zoneId)
      .execute();
    assert.deepEqual(left, []);
  });

  it('need the permission to read security events', async () => {
    const zoneId = await api.newZone();
    const given = sampleTrace(zoneId);
    await api.deliver(REQUEST_TRACES_TOPIC, [given]);
    const reader = await api.zoneToken(ANALYTICS_READ, zoneId);
    const other = await api.zoneToken(ZONE_READ, zoneId);
    assert.equal((await trace(zoneId, given.ray, reader)).status, 200);
    assert.equal((await trace(zoneId, given.ray, other)).status, 403);
  });
});
