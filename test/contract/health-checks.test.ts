import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import Cloudflare from 'cloudflare';
import { describeOnEachDatabase } from '../support/databases.ts';
import { ADMIN_TOKEN, openTestApi, type TestApi } from '../support/test-api.ts';

const READ = 'fac65912d42144aa86b7dd33281bf79e';
const WRITE = 'e0dc25a0fbdf4286b1ea100e3256b0e3';
const UNKNOWN = '0123456789abcdef0123456789abcdef';

const minimal = { name: 'server-1', address: 'origin.shop.test' };
const httpDefaults = {
  method: 'GET',
  path: '/',
  expected_body: '',
  port: 80,
  follow_redirects: false,
  allow_insecure: false,
};
const defaults = {
  type: 'HTTP',
  suspended: false,
  interval: 60,
  timeout: 5,
  retries: 2,
  consecutive_fails: 1,
  consecutive_successes: 1,
  check_regions: null,
  http_config: httpDefaults,
  tcp_config: null,
  status: 'unknown',
  failure_reason: '',
};

/** Stand-alone health checks of zones: what clients write and read. */
describeOnEachDatabase('stand-alone health checks', (kind) => {
  let api: TestApi;
  let client: Cloudflare;
  let zone: string;
  let base: string;

  before(async () => {
    api = await openTestApi(kind);
    const origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
    const baseURL = `${origin}/client/v4`;
    client = new Cloudflare({ apiToken: ADMIN_TOKEN, baseURL, maxRetries: 0 });
  });
  after(() => api.close());
  beforeEach(async () => {
    zone = await api.newZone();
    base = `/zones/${zone}/healthchecks`;
  });

  async function made(body: object, path = base): Promise<{ id: string; [name: string]: unknown }> {
    const answer = await api.call('POST', path, { body });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.result;
  }

  const read = async (id: string) => (await api.call('GET', `${base}/${id}`)).body.result;

  it('have the defaults that clients expect', async () => {
    const { id, created_on, modified_on, ...rest } = await made(minimal);
    assert.match(id, /^[0-9a-f]{32}$/);
    assert.equal(created_on, modified_on);
    assert.deepEqual(rest, { ...defaults, ...minimal });
    assert.deepEqual(await read(id), { id, created_on, modified_on, ...rest });
  });

  const shown: readonly (readonly [what: string, sent: object, http: unknown, tcp: unknown])[] = [
    ['no settings of TCP', { type: 'TCP' }, null, { method: 'connection_established', port: 80 }],
    [
      'a port of TCP',
      { type: 'TCP', tcp_config: { port: 5432 } },
      null,
      { method: 'connection_established', port: 5432 },
    ],
    // Declarative clients would set the port 80 of an object that they did not configure.
    ['no settings of HTTPS', { type: 'HTTPS' }, null, null],
    [
      'settings of HTTPS without a port',
      { type: 'HTTPS', http_config: { path: '/up' } },
      { ...httpDefaults, path: '/up', port: 443 },
      null,
    ],
    ['port 0', { http_config: { port: 0 } }, httpDefaults, null],
    [
      'null members',
      { http_config: { port: null, expected_codes: null, header: null }, tcp_config: null },
      httpDefaults,
      null,
    ],
    [
      'codes, a text and headers',
      {
        http_config: {
          expected_codes: ['2xx', '302', '400-404'],
          expected_body: 'alive',
          header: { Host: ['www.shop.test'], 'X-Key': ['a', 'b'] },
        },
      },
      {
        ...httpDefaults,
        expected_codes: ['2xx', '302', '400-404'],
        expected_body: 'alive',
        header: { Host: ['www.shop.test'], 'X-Key': ['a', 'b'] },
      },
      null,
    ],
  ];
  for (const [what, sent, http, tcp] of shown) {
    it(`show their settings: ${what}`, async () => {
      const { id } = await made({ ...minimal, ...sent });
      const { http_config, tcp_config } = await read(id);
      assert.deepEqual([http_config, tcp_config], [http, tcp]);
    });
  }

  const idle: readonly (readonly [sent: object, pointers: readonly string[]])[] = [
    [{}, []],
    [{ check_regions: null }, []],
    [{ check_regions: ['WEU', 'ALL_REGIONS'] }, ['/check_regions']],
    [{ type: 'TCP', http_config: {} }, ['/http_config']],
    [{ tcp_config: { port: 80 } }, ['/tcp_config']],
    [
      { http_config: { allow_insecure: true, header: { 'User-Agent': ['x'], 'X-Key': ['y'] } } },
      ['/http_config/header/User-Agent', '/http_config/allow_insecure'],
    ],
    [{ type: 'HTTPS', http_config: { allow_insecure: true } }, []],
  ];
  for (const [sent, pointers] of idle) {
    it(`say what has no effect in ${JSON.stringify(sent)}`, async () => {
      const { status, body } = await api.call('POST', base, { body: { ...minimal, ...sent } });
      assert.equal(status, 200);
      const messages: readonly { code: number; message: string }[] = body.messages;
      assert.deepEqual(
        messages.map(({ code, message }) => [code, message.split('"')[1]]),
        pointers.map((pointer) => [11059, pointer]),
      );
    });
  }

  it('ignore unknown members, and name them', async () => {
    const body = { ...minimal, port: 8080, http_config: { body: 'x' } };
    const { status, body: answer } = await api.call('POST', base, { body });
    assert.equal(status, 200);
    const pointers = answer.messages.map(
      ({ message }: { message: string }) => message.split('"')[1],
    );
    assert.deepEqual(pointers, ['/port', '/http_config/body']);
  });

  const bad: readonly (readonly [sent: object, pointer: string])[] = [
    [{ name: undefined }, '/name'],
    [{ name: '' }, '/name'],
    [{ name: 'server 1' }, '/name'],
    [{ address: undefined }, '/address'],
    [{ address: 'http://shop.test' }, '/address'],
    [{ address: '192.0.2.300' }, '/address'],
    [{ address: 'shop.test:8080' }, '/address'],
    [{ type: 'http' }, '/type'],
    [{ type: 'UDP' }, '/type'],
    [{ check_regions: ['EU'] }, '/check_regions/0'],
    [{ interval: 9 }, '/interval'],
    [{ interval: 3601 }, '/interval'],
    [{ interval: 10 }, '/timeout'],
    [{ timeout: 0 }, '/timeout'],
    [{ timeout: 61 }, '/timeout'],
    [{ retries: 6 }, '/retries'],
    [{ consecutive_fails: 0 }, '/consecutive_fails'],
    [{ consecutive_successes: 101 }, '/consecutive_successes'],
    [{ suspended: 'no' }, '/suspended'],
    [{ http_config: { method: 'POST' } }, '/http_config/method'],
    [{ http_config: { path: 'health' } }, '/http_config/path'],
    [{ http_config: { port: 65_536 } }, '/http_config/port'],
    [{ http_config: { expected_codes: '200' } }, '/http_config/expected_codes'],
    [{ http_config: { expected_codes: ['200', '20'] } }, '/http_config/expected_codes/1'],
    [{ http_config: { header: { 'X Key': ['a'] } } }, '/http_config/header/X Key'],
    [{ http_config: { header: { Connection: ['a'] } } }, '/http_config/header/Connection'],
    [{ http_config: { header: { 'X-Key': ['a\nb'] } } }, '/http_config/header/X-Key/0'],
    [{ http_config: { header: { Host: ['a.test', 'b.test'] } } }, '/http_config/header/Host/1'],
    // Checked for every type, since a change may be of the type alone.
    [{ type: 'TCP', http_config: { path: 'health' } }, '/http_config/path'],
    [{ type: 'TCP', tcp_config: { method: 'GET' } }, '/tcp_config/method'],
    [{ type: 'TCP', tcp_config: { port: -1 } }, '/tcp_config/port'],
  ];
  for (const [sent, pointer] of bad) {
    it(`refuse ${JSON.stringify(sent)} at ${pointer}`, async () => {
      for (const path of [base, `${base}/preview`]) {
        const { status, body } = await api.call('POST', path, { body: { ...minimal, ...sent } });
        assert.equal(status, 400, JSON.stringify(body));
        assert.deepEqual([body.errors[0].code, body.errors[0].source?.pointer], [1002, pointer]);
      }
    });
  }

  it('are replaced by PUT and changed by PATCH', async () => {
    const full = {
      ...minimal,
      type: 'HTTPS',
      description: 'Of the shop',
      interval: 120,
      check_regions: ['WEU'],
      http_config: { path: '/health', port: 8443, expected_codes: ['2xx'] },
    };
    const { id } = await made(full);
    await api.clock.advance(1000);
    const path = `${base}/${id}`;
    const patched = await api.call('PATCH', path, { body: { interval: null, timeout: 3 } });
    assert.deepEqual(
      [patched.body.result.interval, patched.body.result.timeout, patched.body.result.type],
      [60, 3, 'HTTPS'],
    );
    assert.notEqual(patched.body.result.modified_on, patched.body.result.created_on);
    const put = (await api.call('PUT', path, { body: minimal })).body.result;
    const { created_on, modified_on, ...rest } = put;
    assert.deepEqual(rest, { id, ...defaults, ...minimal });
    assert.equal(created_on, patched.body.result.created_on);
    assert.equal(modified_on, patched.body.result.modified_on, 'the clock has not moved');
    const sentBack = await api.call('PUT', path, { body: put });
    assert.deepEqual(sentBack.body.result, put);
  });

  it('belong to their zone', async () => {
    const { id } = await made(minimal);
    const elsewhere = `/zones/${await api.newZone()}/healthchecks`;
    for (const [method, path, body] of [
      ['GET', `${elsewhere}/${id}`],
      ['PUT', `${elsewhere}/${id}`, minimal],
      ['PATCH', `${elsewhere}/${id}`, {}],
      ['DELETE', `${elsewhere}/${id}`],
      ['GET', `${base}/${UNKNOWN}`],
    ] as const) {
      const answer = await api.call(method, path, { body });
      assert.deepEqual([answer.status, answer.body.errors[0].code], [404, 1001], method);
    }
    assert.deepEqual((await api.call('GET', elsewhere)).body.result, []);
    assert.equal((await api.call('DELETE', `/zones/${zone}`)).status, 200);
    assert.equal((await api.call('GET', `${base}/${id}`)).status, 404);
  });

  it('are listed in pages, oldest first', async () => {
    const ids: string[] = [];
    for (let n = 1; n <= 3; n++) {
      ids.push((await made({ ...minimal, name: `server-${n}` })).id);
      await api.clock.advance(1);
    }
    const { body } = await api.call('GET', `${base}?per_page=2&page=2`);
    assert.deepEqual(
      body.result.map(({ id }: { id: string }) => id),
      ids.slice(2),
    );
    assert.deepEqual(body.result_info, {
      page: 2,
      per_page: 2,
      count: 1,
      total_count: 3,
      total_pages: 2,
    });
  });

  it('are limited by the plan of the zone', async () => {
    const free = `/zones/${await api.newZone('free')}/healthchecks`;
    for (const path of [free, `${free}/preview`]) {
      const { status, body } = await api.call('POST', path, { body: minimal });
      assert.deepEqual([status, body.errors[0].code], [403, 11136]);
      assert.match(body.errors[0].message, /the plan "pro"/);
    }
    const pro = `/zones/${await api.newZone('pro')}/healthchecks`;
    for (let n = 1; n <= 10; n++) await made({ ...minimal, name: `server-${n}` }, pro);
    const { status, body } = await api.call('POST', pro, { body: minimal });
    assert.deepEqual([status, body.errors[0].code], [400, 11135]);
    assert.match(body.errors[0].message, /10 health checks/);
  });

  it('need their own permission', async () => {
    const { id } = await made({
      ...minimal,
      http_config: { header: { Host: ['www.shop.test'], Authorization: ['Bearer s3cret'] } },
    });
    const reader = await api.zoneToken(READ, zone);
    const writer = await api.zoneToken(WRITE, zone);
    const other = await api.zoneToken(WRITE, await api.newZone());
    const statusOf = async (token: string, method: string, path: string, body?: object) =>
      (await api.call(method, path, { token, ...(body && { body }) })).status;
    assert.equal(await statusOf(reader, 'GET', base), 200);
    assert.equal(await statusOf(reader, 'POST', base, minimal), 403);
    assert.equal(await statusOf(reader, 'POST', `${base}/preview`, minimal), 403);
    assert.equal(await statusOf(reader, 'DELETE', `${base}/${id}`), 403);
    assert.equal(await statusOf(writer, 'PATCH', `${base}/${id}`, { interval: 90 }), 200);
    assert.notEqual(await statusOf(other, 'GET', `${base}/${id}`), 200);
    const seen = async (token: string) =>
      (await api.call('GET', `${base}/${id}`, { token })).body.result.http_config.header;
    assert.deepEqual(await seen(writer), {
      Host: ['www.shop.test'],
      Authorization: ['Bearer s3cret'],
    });
    assert.deepEqual(await seen(reader), { Host: ['www.shop.test'], Authorization: ['(hidden)'] });
  });

  it('appear in the audit log without the values of their headers', async () => {
    const header = { Authorization: ['Bearer s3cret'] };
    const { id } = await made({ ...minimal, http_config: { header } });
    const changed = { http_config: { header: { Authorization: ['Bearer other'] } } };
    await api.call('PATCH', `${base}/${id}`, { body: changed });
    await api.call('DELETE', `${base}/${id}`);
    const rows = await api.core.database.read
      .selectFrom('audit_entries')
      .selectAll()
      .where('resource', '=', 'health_check')
      .where('resource_id', '=', id)
      .orderBy('seq')
      .execute();
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['create', 'update', 'delete'],
    );
    const text = JSON.stringify(rows);
    assert.ok(!text.includes('Bearer'), text);
    assert.ok(text.includes('(hidden, changed)'));
    const stored = await api.core.database.read
      .selectFrom('audit_entries')
      .select('zone_id')
      .where('resource_id', '=', id)
      .execute();
    assert.ok(stored.every((row) => row.zone_id === zone));
  });

  it('work with the official client', async () => {
    const { healthchecks } = client;
    const at = { zone_id: zone };
    const created = await healthchecks.create({ ...at, ...minimal });
    const id = created.id ?? '';
    assert.deepEqual([created.status, created.http_config?.port], ['unknown', 80]);
    assert.equal((await healthchecks.get(id, at)).name, 'server-1');
    const edited = await healthchecks.edit(id, { ...at, ...minimal, suspended: true });
    assert.equal(edited.status, 'suspended');
    const updated = await healthchecks.update(id, { ...at, ...minimal, type: 'TCP' });
    assert.deepEqual([updated.status, updated.tcp_config?.port], ['unknown', 80]);
    const listed = await Array.fromAsync(healthchecks.list(at));
    assert.deepEqual(
      listed.map((each) => each.id),
      [id],
    );
    assert.equal((await healthchecks.delete(id, at)).id, id);
    await assert.rejects(healthchecks.get(id, at), Cloudflare.NotFoundError);
  });
});
