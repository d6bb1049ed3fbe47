import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeOnEachDatabase } from '../support/databases.ts';
import {
  ADMIN_EMAIL,
  ADMIN_KEY,
  ADMIN_TOKEN,
  type CallOptions,
  openTestApi,
  type TestApi,
  type TestResponse,
} from '../support/test-api.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ZONE_READ = 'c8fed203ed3043cba015a93ad1616f1f';
const DASHBOARD = { 'x-palisade-dashboard': '1' };

describeOnEachDatabase('sessions', (kind) => {
  let api: TestApi;

  before(async () => {
    api = await openTestApi(kind);
  });
  after(() => api.close());

  /** The cookie as a browser sends it back. */
  const cookieOf = ({ headers }: TestResponse) => String(headers['set-cookie']).split(';')[0] ?? '';

  async function signIn(options: CallOptions = {}): Promise<string> {
    const answer = await api.call('POST', '/session', options);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return cookieOf(answer);
  }

  const visit = (cookie: string, method: string, path: string, headers: object = DASHBOARD) =>
    api.call(method, path, { token: '', headers: { cookie, ...headers } });

  const newToken = async (): Promise<{ id: string; value: string }> => {
    const resources = { 'com.cloudflare.api.account.zone.*': '*' };
    const policy = { effect: 'allow', permission_groups: [{ id: ZONE_READ }], resources };
    const body = { name: 'Reader', policies: [policy] };
    return (await api.call('POST', '/user/tokens', { body })).body.result;
  };

  it('are exchanged for a token, and kept in a cookie that pages cannot read', async () => {
    const answer = await api.call('POST', '/session');
    assert.match(
      String(answer.headers['set-cookie']),
      /^palisade_session=psls_[\w-]+; Path=\/client\/v4; Max-Age=604800; HttpOnly; SameSite=Strict$/,
    );
    const { id, ...session } = answer.body.result;
    assert.deepEqual(session, {
      actor: { type: 'token', email: ADMIN_EMAIL, token_name: 'Administrator' },
      created_on: '2026-01-01T00:00:00.000000Z',
      expires_on: '2026-01-01T08:00:00.000000Z',
      idle_seconds: 28_800,
    });
    assert.match(id, /^[0-9a-f]{32}$/);
    const cookie = cookieOf(answer);
    assert.deepEqual((await visit(cookie, 'GET', '/session')).body.result, {
      ...answer.body.result,
      is_read_only: false,
    });
    assert.equal((await visit(cookie, 'GET', '/zones')).status, 200);
  });

  it('are sent over https only, if the API is behind TLS', async () => {
    const headers = { 'x-forwarded-proto': 'https' };
    const answer = await api.call('POST', '/session', { headers });
    assert.match(String(answer.headers['set-cookie']), /; Secure$/);
  });

  it('are exchanged for the key of a user', async () => {
    const headers = { 'x-auth-email': ADMIN_EMAIL, 'x-auth-key': ADMIN_KEY };
    const cookie = await signIn({ token: '', headers });
    const { actor } = (await visit(cookie, 'GET', '/session')).body.result;
    assert.deepEqual(actor, { type: 'user', email: ADMIN_EMAIL, token_name: null });
  });

  it('have the rights of their token, and no more', async () => {
    const token = await newToken();
    const cookie = await signIn({ token: token.value });
    assert.equal((await visit(cookie, 'GET', '/zones')).status, 200);
    assert.equal((await visit(cookie, 'GET', '/session')).body.result.is_read_only, true);
    const zoneId = await api.newZone();
    assert.equal((await visit(cookie, 'DELETE', `/zones/${zoneId}`)).status, 403);
  });

  it('are refused without the header of the dashboard, and from pages of other origins', async () => {
    const cookie = await signIn();
    const table: readonly [string, object, number, number?][] = [
      ['no header', {}, 400, 9106],
      [
        'its own origin',
        { ...DASHBOARD, origin: 'http://localhost:8787', host: 'localhost:8787' },
        200,
      ],
      ['another origin', { ...DASHBOARD, origin: 'https://evil.test' }, 403, 11_013],
      [
        'another port',
        { ...DASHBOARD, origin: 'http://localhost:8788', host: 'localhost:8787' },
        403,
      ],
      ['an opaque origin', { ...DASHBOARD, origin: 'null' }, 403, 11_013],
      ['a sibling site', { ...DASHBOARD, 'sec-fetch-site': 'same-site' }, 403, 11_013],
      ['a foreign site', { ...DASHBOARD, 'sec-fetch-site': 'cross-site' }, 403, 11_013],
      ['the same page', { ...DASHBOARD, 'sec-fetch-site': 'same-origin' }, 200],
    ];
    for (const [name, headers, status, code] of table) {
      const answer = await visit(cookie, 'GET', '/zones', headers);
      assert.equal(answer.status, status, name);
      if (code !== undefined) assert.equal(answer.body.errors[0].code, code, name);
    }
  });

  it('yield to a credential that is sent with the call', async () => {
    const cookie = await signIn();
    const options = { token: 'wrong-token-0123456789', headers: { cookie, ...DASHBOARD } };
    const answer = await api.call('GET', '/zones', options);
    assert.deepEqual([answer.status, answer.body.errors[0].code], [403, 9109]);
  });

  it('end when somebody signs out', async () => {
    const cookie = await signIn();
    const answer = await visit(cookie, 'DELETE', '/session');
    assert.equal(answer.status, 200);
    assert.match(String(answer.headers['set-cookie']), /^palisade_session=; .*Max-Age=0;/);
    const after = await visit(cookie, 'GET', '/zones');
    assert.deepEqual([after.status, after.body.errors[0].code], [401, 11_010]);
  });

  it('end with their token', async () => {
    const changes: readonly [string, (id: string) => Promise<TestResponse>][] = [
      ['deleted', (id) => api.call('DELETE', `/user/tokens/${id}`)],
      ['rolled', (id) => api.call('PUT', `/user/tokens/${id}/value`, { body: {} })],
      [
        'disabled',
        async (id) => {
          const { body } = await api.call('GET', `/user/tokens/${id}`);
          const { name, policies } = body.result;
          const wanted = { name, policies, status: 'disabled' };
          return await api.call('PUT', `/user/tokens/${id}`, { body: wanted });
        },
      ],
    ];
    for (const [name, change] of changes) {
      const token = await newToken();
      const cookie = await signIn({ token: token.value });
      assert.equal((await visit(cookie, 'GET', '/zones')).status, 200, name);
      assert.equal((await change(token.id)).status, 200, name);
      const answer = await visit(cookie, 'GET', '/zones');
      assert.deepEqual([answer.status, answer.body.errors[0].code], [401, 11_010], name);
    }
  });

  it('end if nobody uses them, and after a week', async () => {
    const idle = await signIn();
    const busy = await signIn();
    for (let hours = 0; hours < 7 * 24; hours += 7) {
      assert.equal((await visit(busy, 'GET', '/zones')).status, 200, `${hours} hours`);
      await saveUse();
      await api.clock.advance(7 * HOUR);
      if (hours > 0) assert.equal((await visit(idle, 'GET', '/zones')).status, 401);
    }
    assert.equal((await visit(busy, 'GET', '/zones')).status, 401);
    const trim = jobNamed('session-trim');
    await trim.run(new AbortController().signal);
    assert.equal((await visit(busy, 'GET', '/zones')).body.errors[0].code, 11_010);
  });

  it('cannot create sessions or codes', async () => {
    const cookie = await signIn();
    const missing = await visit(cookie, 'POST', '/session');
    assert.deepEqual([missing.status, missing.body.errors[0].code], [400, 9106]);
    const answer = await visit(cookie, 'POST', '/session/codes');
    assert.deepEqual([answer.status, answer.body.errors[0].code], [403, 11_011]);
  });

  it('are not there for callers with a token', async () => {
    for (const method of ['GET', 'DELETE']) {
      const answer = await api.call(method, '/session');
      assert.deepEqual([answer.status, answer.body.errors[0].code], [401, 11_014]);
    }
  });

  it('are created by a code, once, within ten minutes', async () => {
    const code = async () => (await api.call('POST', '/session/codes')).body.result.code as string;
    const redeem = (given: string) =>
      api.call('POST', '/session', { token: '', body: { code: given } });
    const first = await code();
    const answer = await redeem(first);
    assert.equal((await visit(cookieOf(answer), 'GET', '/zones')).status, 200);
    const late = await code();
    await api.clock.advance(10 * MINUTE);
    for (const given of [first, late, 'pslc_unknown', '']) {
      const refused = await redeem(given);
      assert.deepEqual([refused.status, refused.body.errors[0].code], [401, 11_012], given);
    }
    const raced = await code();
    const answers = await Promise.all([redeem(raced), redeem(raced)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401]);
  });

  it('need a valid credential', async () => {
    for (const token of ['', 'wrong-token-0123456789']) {
      const answer = await api.call('POST', '/session', { token });
      assert.equal(answer.status, token === '' ? 400 : 401);
      assert.equal(answer.headers['set-cookie'], undefined);
    }
  });

  it('are limited in number: the one that was not used for longest goes first', async () => {
    const token = await newToken();
    const cookies: string[] = [];
    for (let count = 0; count <= 50; count++) {
      await api.clock.advance(1);
      cookies.push(await signIn({ token: token.value }));
    }
    const [first = '', second = ''] = cookies;
    assert.equal((await visit(first, 'GET', '/zones')).status, 401);
    assert.equal((await visit(second, 'GET', '/zones')).status, 200);
  });

  it('are in the audit log, with the name of their credential', async () => {
    const token = await newToken();
    const cookie = await signIn({ token: token.value });
    await visit(cookie, 'DELETE', '/session');
    const { read } = api.core.database.withTables<{
      audit_entries: { seq: number; resource: string; action: string; actor_id: string };
    }>();
    const entries = await read
      .selectFrom('audit_entries')
      .select(['action', 'actor_id'])
      .where('resource', '=', 'session')
      .orderBy('seq', 'desc')
      .limit(2)
      .execute();
    assert.deepEqual(
      entries.map(({ action, actor_id }) => [action, actor_id]),
      [
        ['delete', token.id],
        ['create', token.id],
      ],
    );
  });

  it('have a rate limit of their own', async () => {
    const limited = await openTestApi(kind, { settings: { PALISADE_API_RATE_LIMIT: '3/60' } });
    try {
      const answer = await limited.call('POST', '/session');
      const headers = { cookie: cookieOf(answer), ...DASHBOARD };
      for (const status of [200, 200, 200, 429]) {
        const visited = await limited.call('GET', '/zones', { token: '', headers });
        assert.equal(visited.status, status);
      }
      assert.equal((await limited.call('GET', '/zones', { token: ADMIN_TOKEN })).status, 200);
    } finally {
      await limited.close();
    }
  });

  const jobNamed = (wanted: string) => {
    const jobs = api.core.modules.flatMap((module) => module.jobs);
    return jobs.find(({ name }) => name === wanted) ?? assert.fail(wanted);
  };

  /** Times of use are stored every half minute. */
  const saveUse = async () => {
    await jobNamed('token-last-used').run(new AbortController().signal);
    await api.clock.advance(6_000);
  };
});
