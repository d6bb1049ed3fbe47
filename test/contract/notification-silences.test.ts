/** Silences over the API, and their effect on policies. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { NotificationsDatabase } from '../../src/areas/notifications/notifications-tables.ts';
import { isSilenced } from '../../src/areas/notifications/silences/silence-store.ts';
import { limits } from '../../src/catalogs/limits.ts';
import { newHexId } from '../../src/kernel/hex-id.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { openTestApi, type TestApi, type TestResponse } from '../support/test-api.ts';

const ID = '0123456789abcdef0123456789abcdef';
const DAY = 86_400_000;

describeOnEachDatabase('silences', (kind) => {
  let api: TestApi;
  let base: string;
  let database: NotificationsDatabase;
  let policy: string;

  before(async () => {
    api = await openTestApi(kind);
    base = `/accounts/${api.accountId}/alerting/v3`;
    database = api.core.database as unknown as NotificationsDatabase;
    policy = await newPolicy();
  });
  after(() => api.close());

  async function newPolicy(): Promise<string> {
    const mechanisms = { email: [{ id: 'ops@shop.test' }] };
    const body = { name: 'Pools', alert_type: 'load_balancing_health_alert', mechanisms };
    return (await api.call('POST', `${base}/policies`, { body })).body.result.id;
  }
  const path = (id = '') => `${base}/silences${id && `/${id}`}`;
  const text = (ms: number) => new Date(ms).toISOString();
  /** A silence with start and end in milliseconds from now. */
  const draft = (start: number, end: number, policy_id = policy) => ({
    policy_id,
    start_time: text(api.clock.now() + start),
    end_time: text(api.clock.now() + end),
  });
  const post = (body: unknown) => api.call('POST', path(), { body });
  const list = async () => (await api.call('GET', path())).body.result;
  function refused({ status, body }: TestResponse, expected: number, code: number, about: RegExp) {
    const [error] = body.errors;
    assert.deepEqual([status, error?.code], [expected, code], JSON.stringify(body));
    assert.match(error.message, about);
    return error.source?.pointer;
  }

  it('are created, read, listed, changed and deleted', async () => {
    const dashed = policy.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    const sent = {
      policy_id: dashed,
      start_time: '2030-01-01T00:00:00Z',
      end_time: '2030-01-02T00:00:00.500Z',
    };
    const { status, body } = await post([sent]);
    assert.equal(status, 200, JSON.stringify(body));
    const [silence] = body.result;
    const { id, created_at, updated_at } = silence;
    assert.equal(created_at, updated_at);
    assert.deepEqual(silence, { ...sent, policy_id: policy, id, created_at, updated_at });
    assert.deepEqual(await list(), [silence]);
    assert.deepEqual((await api.call('GET', path(id))).body.result, silence);
    await api.clock.advance(1000);
    const change = { id, end_time: '2030-01-03T00:00:00Z' };
    const [changed] = (await api.call('PUT', path(), { body: [change] })).body.result;
    assert.ok(changed.updated_at > updated_at);
    assert.deepEqual(changed, { ...silence, ...change, updated_at: changed.updated_at });
    const deleted = await api.call('DELETE', path(id));
    assert.deepEqual([deleted.status, deleted.body.result], [200, null]);
    refused(await api.call('DELETE', path(id)), 404, 11152, /no silence/);
    refused(await api.call('GET', path(id)), 404, 11152, /no silence/);
    refused(await api.call('PUT', path(), { body: [change] }), 404, 11152, /no silence/);
    const entries = await database.read
      .selectFrom('audit_entries')
      .select('action')
      .where('resource_id', '=', id)
      .orderBy('seq')
      .execute();
    assert.deepEqual(
      entries.map(({ action }) => action),
      ['create', 'update', 'delete'],
    );
  });

  it('are refused as a whole, with a pointer to the invalid member', async () => {
    const good = draft(0, 1000);
    const cases: readonly (readonly [object, number, RegExp, string])[] = [
      [draft(1000, 1000), 11151, /later than/, '/1/end_time'],
      [draft(-2000, -1000), 11151, /already ended/, '/1/end_time'],
      [draft(0, 1000, ID), 11151, /no notification policy/, '/1/policy_id'],
      [{ ...good, policy_id: 'x' }, 11151, /no notification policy x/, '/1/policy_id'],
      [{ ...good, end_time: 'soon' }, 11001, /end_time/, '/1/end_time'],
      [{ policy_id: policy }, 11001, /start_time/, '/1/start_time'],
    ];
    for (const [bad, code, about, pointer] of cases) {
      assert.equal(refused(await post([good, bad]), 400, code, about), pointer);
    }
    assert.equal((await post([])).status, 400);
    assert.equal((await post({})).status, 400);
    assert.deepEqual(await list(), []);
    const [{ id }] = (await post([good])).body.result;
    const body = [{ id, start_time: good.end_time }];
    assert.equal(
      refused(await api.call('PUT', path(), { body }), 400, 11151, /later/),
      '/0/end_time',
    );
    await api.call('DELETE', path(id));
  });

  it('silence their policy from their start to their end', async () => {
    const now = api.clock.now();
    const other = await newPolicy();
    await post([draft(1000, 2000), draft(5000, 6000)]);
    const cases: readonly (readonly [number, boolean])[] = [
      [999, false],
      [1000, true],
      [1999, true],
      [2000, false],
      [5500, true],
    ];
    for (const [after, expected] of cases) {
      assert.equal(await isSilenced(database.read, policy, now + after), expected, `${after}`);
      assert.equal(await isSilenced(database.read, other, now + after), false);
    }
    await post([draft(0, 1000, other)]);
    await api.call('DELETE', `${base}/policies/${other}`);
    assert.equal((await list()).length, 2);
  });

  it('are removed some time after they ended, and limited', async () => {
    await api.clock.advance(limits.silenceDays * DAY + 7000);
    await post([draft(0, 1000)]);
    assert.equal((await list()).length, 1);
    const now = api.clock.now();
    const times = { start_at: now, end_at: now + 1, created_at: now, updated_at: now };
    const owner = { account_id: api.accountId, policy_id: policy };
    const rows = Array.from({ length: limits.silencesPerAccount - 1 }, () => ({
      ...owner,
      ...times,
      id: newHexId(),
    }));
    await database.transaction((tx) =>
      tx.insertInto('notification_silences').values(rows).execute(),
    );
    refused(await post([draft(0, 1000)]), 400, 11153, /another silence/);
  });
});
