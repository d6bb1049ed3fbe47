import assert from 'node:assert/strict';
import { once } from 'node:events';
import { METHODS } from 'node:http';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { WebSocket } from 'ws';
import { apiDocument } from '../../src/app/node/api.ts';
import type { JsonSchema } from '../../src/http/docs/json-schema.ts';
import type { OpenApiOperation } from '../../src/http/openapi.ts';
import { anyCharacter } from '../support/any-character.ts';
import { databaseKinds, describeOnEachDatabase } from '../support/databases.ts';
import {
  ADMIN_EMAIL,
  ADMIN_KEY,
  type CallOptions,
  openTestApi,
  type TestApi,
} from '../support/test-api.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';

const ID = '0123456789abcdef0123456789abcdef';

/** The patterns in a schema, and in all that it contains, that have no words for messages. */
function patternsWithoutWords(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { pattern, 'x-expected': words }: JsonSchema = schema;
  const own = typeof pattern === 'string' && words === undefined ? [pattern] : [];
  return [...own, ...Object.values(schema).flatMap(patternsWithoutWords)];
}

type Case = readonly [
  what: string,
  method: string,
  path: string,
  options: CallOptions,
  status: number,
  codes: readonly number[],
];

const withoutToken = (headers: Record<string, string> = {}): CallOptions => ({
  token: '',
  headers,
});

/** The statuses and codes of the contract, one row each. */
const cases: readonly Case[] = [
  // Routing comes before everything else, also before credentials.
  ['unknown route', 'GET', '/nothing', withoutToken(), 404, [7003, 7000]],
  ['unknown route below a known root', 'GET', `/zones/${ID}/nothing`, {}, 404, [7003, 7000]],
  ['root', 'GET', '/client/v4', {}, 404, [7003, 7000]],
  ['outside the API', 'GET', '/client/v5/zones', {}, 404, [7003, 7000]],
  ['id too short', 'GET', '/zones/123', withoutToken(), 404, [7003, 7000]],
  ['id in upper case', 'GET', `/zones/${ID.toUpperCase()}`, {}, 404, [7003, 7000]],
  ['id with something behind it', 'GET', `/zones/${ID}x`, {}, 404, [7003, 7000]],
  ['id with an encoded slash', 'GET', `/zones/${ID.slice(0, 29)}%2Fx`, {}, 404, [7003, 7000]],
  ['id with a NUL', 'GET', '/zones/%00', {}, 404, [7003, 7000]],
  ['bad escape in the path', 'GET', '/zones/%zz', {}, 404, [7003, 7000]],
  ['very long id', 'GET', `/zones/${'a'.repeat(5000)}`, {}, 404, [7003, 7000]],
  ['wrong method', 'PUT', '/zones', withoutToken(), 405, [7001]],
  ['wrong method below an id', 'POST', `/zones/${ID}`, {}, 405, [7001]],
  ['OPTIONS', 'OPTIONS', '/zones', {}, 405, [7001]],
  ['unusual method', 'PROPFIND', '/zones', {}, 405, [7001]],

  // Credentials.
  ['no credentials', 'GET', '/zones', withoutToken(), 400, [9106]],
  ['empty bearer', 'GET', '/zones', withoutToken({ authorization: 'Bearer ' }), 400, [6003]],
  ['other scheme', 'GET', '/zones', withoutToken({ authorization: 'Basic abc' }), 400, [6003]],
  [
    'token with a space',
    'GET',
    '/zones',
    withoutToken({ authorization: 'Bearer a b c d e f g' }),
    400,
    [6003],
  ],
  ['email only', 'GET', '/zones', withoutToken({ 'x-auth-email': 'a@b.test' }), 400, [6003]],
  ['key only', 'GET', '/zones', withoutToken({ 'x-auth-key': 'k'.repeat(37) }), 400, [6003]],
  [
    'no email',
    'GET',
    '/zones',
    withoutToken({ 'x-auth-email': 'nobody', 'x-auth-key': 'k' }),
    400,
    [6003],
  ],
  ['unknown token, core service', 'GET', '/zones', { token: 'u'.repeat(40) }, 403, [9109]],
  ['unknown token, product service', 'GET', '/accounts', { token: 'u'.repeat(40) }, 401, [10000]],
  ['unknown token on the user', 'GET', '/user', { token: 'u'.repeat(40) }, 403, [9109]],
  [
    'unknown key pair',
    'GET',
    '/zones',
    withoutToken({ 'x-auth-email': 'a@b.test', 'x-auth-key': 'k'.repeat(37) }),
    403,
    [9103],
  ],

  // Missing resources.
  ['unknown zone', 'GET', `/zones/${ID}`, {}, 404, [1001]],
  ['unknown account', 'GET', `/accounts/${ID}`, {}, 403, [9109]],
  ['tokens of an unknown account', 'GET', `/accounts/${ID}/tokens`, {}, 403, [9109]],
  ['unknown token id', 'GET', `/user/tokens/${ID}`, {}, 404, [1003]],
  ['delete an unknown token', 'DELETE', `/user/tokens/${ID}`, {}, 404, [1003]],

  // Bodies.
  ['no body', 'POST', '/zones', {}, 400, [11004]],
  ['malformed JSON', 'POST', '/zones', { raw: '{"name":' }, 400, [6007]],
  ['JSON with a trailing comma', 'POST', '/zones', { raw: '{"name":"a.test",}' }, 400, [6007]],
  ['two JSON values', 'POST', '/zones', { raw: '{}{}' }, 400, [6007]],
  ['very deep JSON', 'POST', '/zones', { raw: '['.repeat(100_000) }, 400, [6007]],
  ['not an object', 'POST', '/zones', { body: [] }, 400, [11001]],
  ['null', 'POST', '/zones', { raw: 'null' }, 400, [11001]],
  ['name missing', 'POST', '/zones', { body: { account: { id: ID } } }, 400, [11001]],
  [
    'account of another type',
    'POST',
    '/zones',
    { body: { name: 'a.test', account: ID } },
    400,
    [11001],
  ],
  [
    'account id malformed',
    'POST',
    '/zones',
    { body: { name: 'a.test', account: { id: '1' } } },
    400,
    [11001],
  ],
  [
    'unknown account',
    'POST',
    '/zones',
    { body: { name: 'a.test', account: { id: ID } } },
    403,
    [9109],
  ],
  ['name is a number', 'POST', '/zones', { body: { name: 1, account: { id: ID } } }, 400, [11001]],
  [
    'type unknown',
    'POST',
    '/zones',
    { body: { name: 'a.test', account: { id: ID }, type: 'x' } },
    400,
    [11001],
  ],
  ['NUL in a value', 'POST', '/accounts', { raw: '{"name":"a\\u0000b"}' }, 400, [11001]],
  ['half a surrogate pair', 'POST', '/accounts', { raw: '{"name":"\\ud800"}' }, 400, [11001]],
  ['NUL in a member name', 'POST', '/accounts', { raw: '{"name":"x","a\\u0000":1}' }, 400, [11001]],
  [
    'body over 1 MB',
    'POST',
    '/zones',
    { raw: `{"name":"${'a'.repeat(1_100_000)}"}` },
    413,
    [11000],
  ],
  [
    'body that is no JSON',
    'POST',
    '/zones',
    { raw: 'name=a', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    415,
    [11003],
  ],

  // Paging and filters.
  ...['0', '-1', '1.5', 'x', '', '1e99', '%00', 'all', '0x10', '1e1', '%201'].map(
    (page): Case => [`page=${page}`, 'GET', `/zones?page=${page}`, {}, 400, [11002]],
  ),
  ...['4', '51', '-5', 'x', '5.5', ''].map(
    (size): Case => [`per_page=${size}`, 'GET', `/zones?per_page=${size}`, {}, 400, [11002]],
  ),
  ['page given twice', 'GET', '/zones?page=1&page=2', {}, 400, [11002]],
  ['unknown order', 'GET', '/zones?order=size', {}, 400, [11002]],
  ['unknown direction', 'GET', '/zones?direction=up', {}, 400, [11002]],
  ['unknown match', 'GET', '/zones?match=none', {}, 400, [11002]],
  ['unknown status', 'GET', '/zones?status=gone', {}, 400, [11002]],
  ['unknown type in a list', 'GET', '/zones?type=full,gone', {}, 400, [11002]],
  ['NUL in a filter', 'GET', '/zones?name=a%00b', {}, 400, [11002]],
  ['bad time in the audit log', 'GET', '/user/audit_logs?since=yesterday', {}, 400, [11002]],
  ['bad rest of a time', 'GET', '/user/audit_logs?since=2026-01-01Tnoon', {}, 400, [11002]],
  ['bad boolean', 'GET', '/user/audit_logs?hide_user_logs=maybe', {}, 400, [11002]],
];

describe('bad input', () => {
  let api: TestApi;

  before(async () => {
    const [kind] = databaseKinds;
    assert.ok(kind);
    api = await openTestApi(kind);
  });
  after(() => api.close());

  for (const [what, method, path, options, status, codes] of cases) {
    it(`${what}: ${status} ${codes.join(' ')}`, async () => {
      const { status: got, body } = await api.call(method, path, options);
      assert.deepEqual([got, body.errors.map((e: { code: number }) => e.code)], [status, codes]);
      assert.deepEqual([body.result, body.success, body.messages], [null, false, []]);
      for (const error of body.errors) assert.ok(error.message.length > 0);
    });
  }

  // Regression: parameters that the operation does not know were ignored in silence.
  const ignored: readonly (readonly [
    method: string,
    path: string,
    body: unknown,
    messages: readonly string[],
  ])[] = [
    [
      'GET',
      '/zones?pre_page=10&direction=desc',
      undefined,
      ['"pre_page" … did you mean "per_page"?'],
    ],
    ['GET', '/zones?account_id=1', undefined, ['"account_id" … did you mean "account.id"?']],
    ['GET', '/user?verbose=1', undefined, ['"verbose" … there are none']],
    [
      'GET',
      '/user/tokens/permission_groups?colour=red&nmae=Zone%20Read&colour=blue',
      undefined,
      ['"colour" … there are name, scope', '"nmae" … did you mean "name"?'],
    ],
    [
      'POST',
      '/filters/validate-expr?dry_run=true',
      { expression: 'ssl', strict: true },
      ['"dry_run" … there are none', 'The member "/strict" is not known here and was ignored'],
    ],
  ];
  for (const [method, path, body, messages] of ignored) {
    it(`${method} ${path} names the unknown parameters`, async () => {
      const answer = await api.call(method, path, { body });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      const texts = answer.body.messages.map(({ message }: { message: string }) =>
        message
          .replace(' is not known here and was ignored;', ' …')
          .replace('The query parameter ', ''),
      );
      assert.deepEqual(texts, messages);
    });
  }

  it('names at most 20 unknown parameters', async () => {
    const query = Array.from({ length: 30 }, (_, n) => `${'x'.repeat(200)}${n}=1`).join('&');
    const { body } = await api.call('GET', `/user?${query}`);
    assert.equal(body.messages.length, 20);
    assert.ok(body.messages[0].message.length < 200);
  });

  it('names the path, the method and the allowed methods', async () => {
    const lost = await api.call('GET', '/zones/123?x=1');
    assert.equal(
      lost.body.errors[0].message,
      'Could not route to /client/v4/zones/123, perhaps your object identifier is invalid?',
    );
    const method = await api.call('PUT', '/zones');
    assert.equal(method.body.errors[0].message, 'Method PUT not available for that URI.');
    assert.equal(method.headers['allow'], 'GET, POST');
  });

  it('names the malformed credential header in the error chain', async () => {
    const chain = async (headers: Record<string, string>) => {
      const { body } = await api.call('GET', '/zones', { token: '', headers });
      return body.errors[0].error_chain.map((e: { code: number }) => e.code);
    };
    assert.deepEqual(await chain({ authorization: 'nonsense' }), [6111]);
    assert.deepEqual(await chain({ 'x-auth-email': 'x', 'x-auth-key': 'y' }), [6102, 6103]);
    assert.deepEqual(await chain({ 'x-auth-email': 'a@b.test', 'x-auth-key': 'y' }), [6103]);
  });

  it('says in words what a value must be, and not as a pattern', async () => {
    const path = `/zones/${await api.newZone()}/page_shield/scripts?page=0`;
    const { status, body } = await api.call('GET', path);
    assert.equal(status, 400);
    assert.equal(
      body.errors[0].message,
      'the parameter "page" must be a whole number from 1, or all',
    );
    const { paths } = apiDocument(api.core);
    const inputs = Object.values(paths)
      .flatMap((methods) => Object.values(methods as Record<string, OpenApiOperation>))
      .map(({ parameters = [], requestBody }) => [
        parameters.filter((parameter) => parameter.in === 'query'),
        requestBody,
      ]);
    assert.deepEqual(patternsWithoutWords(inputs), []);
  });

  it('says that a change without members changes nothing', async () => {
    const pools = `/accounts/${api.accountId}/load_balancers/pools`;
    const origins = [{ name: 'one', address: '192.0.2.1' }];
    const made = await api.call('POST', pools, { body: { name: 'idle', origins } });
    const pool = `${pools}/${made.body.result.id}`;
    const patched = await api.call('PATCH', pool, { body: {} });
    assert.equal(patched.status, 200);
    assert.deepEqual(patched.body.messages, [
      { code: 11058, message: 'This call changes nothing: its body has no members', type: null },
    ]);
    const { body } = await api.call('PATCH', pool, { body: { enabled: false } });
    assert.deepEqual(body.messages, []);
  });

  it('points at the invalid member', async () => {
    const body = { name: 'a.test', account: { id: 7 } };
    const { errors } = (await api.call('POST', '/zones', { body })).body;
    assert.deepEqual(errors[0].source, { pointer: '/account/id' });
    assert.equal(errors[0].message, '"/account/id" must be a string');
  });

  it('has the headers of the contract', async () => {
    for (const answer of [await api.call('GET', '/zones'), await api.call('GET', '/nothing')]) {
      assert.match(String(answer.headers['x-request-id']), /^[0-9a-f]{32}$/);
      assert.equal(answer.headers['cache-control'], 'no-store');
      assert.equal(answer.headers['x-content-type-options'], 'nosniff');
      assert.match(String(answer.headers['content-type']), /^application\/json/);
    }
  });
});

describe('rate limits', () => {
  async function withApi(settings: Record<string, string>, test: (api: TestApi) => Promise<void>) {
    const [kind] = databaseKinds;
    assert.ok(kind);
    const api = await openTestApi(kind, { settings });
    try {
      await test(api);
    } finally {
      await api.close();
    }
  }

  it('counts per credential, shows the remaining calls in headers, and blocks for a further window', async () => {
    await withApi({ PALISADE_API_RATE_LIMIT: '5/300' }, async (api) => {
      const first = await api.call('GET', '/zones');
      assert.equal(first.headers['ratelimit'], '"default";r=3;t=300');
      assert.equal(first.headers['ratelimit-policy'], '"default";q=5;w=300');
      for (let n = 0; n < 3; n++) await api.call('GET', '/zones');
      await api.clock.advance(299_500);
      const over = await api.call('GET', '/zones');
      assert.equal(over.status, 429);
      assert.equal(over.body.errors[0].code, 971);
      assert.equal(over.headers['retry-after'], '300');
      await api.clock.advance(299_000);
      assert.equal((await api.call('GET', '/zones')).headers['retry-after'], '1');
      await api.clock.advance(1_000);
      assert.equal((await api.call('GET', '/zones')).status, 200);
    });
  });

  it('refuses line breaks in every name', async (test) => {
    const receiver = await startWebhookReceiver();
    test.after(() => receiver.stop());
    await withApi({ PALISADE_OUTBOUND_ALLOW: '127.0.0.0/8' }, async (api) => {
      const account = `/accounts/${api.accountId}`;
      const origins = [{ name: 'one', address: '192.0.2.1' }];
      const destinations = `${account}/alerting/v3/destinations`;
      const integration_key = '0123456789abcdef0123456789abcdef';
      const named = (name: string): readonly [string, object, string][] => [
        ['/accounts', { name }, '/name'],
        [`${destinations}/webhooks`, { name, url: receiver.origin }, '/name'],
        [`${destinations}/pagerduty/connect`, { name, integration_key }, '/name'],
        [`${account}/load_balancers/pools`, { name, origins }, '/name'],
        [
          `${account}/load_balancers/pools`,
          { name: 'pool', origins: [{ ...origins[0], name }] },
          '/origins/0/name',
        ],
      ];
      for (const name of ['two\nlines', 'two\rlines', 'ends\r\n']) {
        const answers: unknown[] = [];
        for (const [path, body, pointer] of named(name)) {
          const { status, body: answer } = await api.call('POST', path, { body });
          const [error] = answer.errors;
          const isNamed = error?.source?.pointer === pointer && /line breaks/.test(error.message);
          answers.push([path, pointer, status, isNamed]);
        }
        const refused = named(name).map(([path, , pointer]) => [path, pointer, 400, true]);
        assert.deepEqual(answers, refused);
      }
      const profile = { first_name: 'Ada\nLovelace' };
      assert.equal((await api.call('PATCH', '/user', { body: profile })).status, 400);
    });
  });

  it('counts calls without a valid credential per address', async () => {
    await withApi({ PALISADE_API_ADDRESS_RATE_LIMIT: '3/1' }, async (api) => {
      const call = (address: string) =>
        api.call('GET', '/zones', { token: 'wrong-token-0123456789', address });
      for (let n = 0; n < 3; n++) assert.equal((await call('192.0.2.1')).status, 403);
      assert.equal((await call('192.0.2.1')).status, 429);
      assert.equal((await call('192.0.2.2')).status, 403);
      await api.clock.advance(1_000);
      assert.equal((await call('192.0.2.1')).status, 403);
    });
  });

  it('never refuses a valid credential because of other clients of its address', async () => {
    const limits = {
      PALISADE_API_ADDRESS_RATE_LIMIT: '30/300',
      PALISADE_API_RATE_LIMIT: '100/300',
    };
    await withApi(limits, async (api) => {
      const address = '192.0.2.9';
      const failures = async () => {
        for (const headers of [{}, { authorization: 'nonsense' }]) {
          for (let n = 0; n < 20; n++)
            await api.call('GET', '/zones', { token: '', headers, address });
        }
        for (let n = 0; n < 40; n++) {
          await api.call('GET', '/zones', { token: `wrong-token-${n}-0123456789`, address });
        }
        return await api.call('GET', '/zones', { token: 'wrong-token-0123456789', address });
      };
      const zone = await api.newZone();
      assert.equal((await failures()).status, 429);
      const fresh = await api.zoneToken('c8fed203ed3043cba015a93ad1616f1f', zone);
      const key = { 'x-auth-email': ADMIN_EMAIL, 'x-auth-key': ADMIN_KEY };
      for (const valid of [{ token: fresh }, {}, { token: '', headers: key }]) {
        assert.equal((await api.call('GET', '/zones', { ...valid, address })).status, 200);
      }
    });
  });

  it('does not refuse a credential because another one of the same user has reached its limit', async () => {
    await withApi({ PALISADE_API_RATE_LIMIT: '5/300' }, async (api) => {
      const weak = await api.zoneToken('c8fed203ed3043cba015a93ad1616f1f', await api.newZone());
      const statuses: number[] = [];
      for (let n = 0; n < 8; n++) {
        statuses.push((await api.call('GET', '/zones', { token: weak })).status);
      }
      assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429, 429]);
      assert.equal((await api.call('GET', '/zones')).status, 200);
    });
  });

  it('counts WebSockets with an unknown session like other calls', async () => {
    await withApi({ PALISADE_API_ADDRESS_RATE_LIMIT: '3/1' }, async (api) => {
      await api.clock.advance(2_000);
      const server = await api.app.listen({ host: '127.0.0.1', port: 0 });
      const path = `/client/v4/zones/${ID}/logpush/edge/sessions/${ID}`;
      const statuses: string[] = [];
      for (let n = 0; n < 4; n++) {
        const socket = new WebSocket(server.replace('http', 'ws') + path);
        const [{ message }] = await once(socket, 'error');
        statuses.push(message.slice(-3));
      }
      assert.deepEqual(statuses, ['404', '404', '404', '429']);
    });
  });

  it('slows an address down after 20 wrong credentials in a row', async () => {
    await withApi({}, async (api) => {
      const wrong = () =>
        api.call('GET', '/zones', { token: 'wrong-token-0123456789', address: '192.0.2.9' });
      for (let n = 0; n < 20; n++) assert.equal((await wrong()).status, 403);
      const slowed = await wrong();
      assert.equal(slowed.status, 429);
      assert.equal(slowed.body.errors[0].code, 10502);
      assert.equal(slowed.headers['retry-after'], '1');
      assert.equal(
        (await api.call('GET', '/zones')).status,
        200,
        'valid credentials are not affected',
      );
      await api.clock.advance(1_000);
      assert.equal((await wrong()).status, 403);
      assert.equal((await wrong()).headers['retry-after'], '2', 'the pause grows');
      await api.clock.advance(2_000);
      assert.equal((await wrong()).status, 403);
    });
  });
});

/** Random paths, bodies and queries. */
const anyCall = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
  path: fc.array(
    fc.oneof(
      fc.constantFrom('zones', 'accounts', 'user', 'tokens', 'verify', 'value', ID, 'audit_logs'),
      fc.constantFrom(
        'permission_groups',
        'available_plans',
        'activation_check',
        'ZONE',
        'ACCOUNT',
      ),
      fc.string({ unit: anyCharacter, maxLength: 12, size: 'max' }).map(encodeLoosely),
    ),
    { minLength: 1, maxLength: 5 },
  ),
  query: fc.array(
    fc.tuple(
      fc.constantFrom('page', 'per_page', 'name', 'order', 'status', 'type', 'since', 'match', 'x'),
      fc.oneof(
        fc.string({ unit: anyCharacter, maxLength: 20, size: 'max' }),
        fc.integer().map(String),
      ),
    ),
    { maxLength: 3 },
  ),
  body: fc.oneof(
    fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify(value)),
    fc.string({ unit: anyCharacter, maxLength: 60, size: 'max' }),
    fc
      .dictionary(
        fc.constantFrom(
          'name',
          'account',
          'type',
          'paused',
          'plan',
          'policies',
          'condition',
          'settings',
          '__proto__',
          'expires_on',
        ),
        fc.oneof(
          fc.jsonValue({ maxDepth: 3 }),
          fc.constant({ id: 'ACCOUNT' }),
          fc.domain(),
          fc.constant([{ effect: 'allow', resources: {}, permission_groups: [{ id: ID }] }]),
        ),
      )
      .map((value) => JSON.stringify(value)),
  ),
});

function encodeLoosely(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ff';
}

describeOnEachDatabase('generated requests', (kind) => {
  let api: TestApi;
  let zoneId: string;

  before(async () => {
    api = await openTestApi(kind);
    const body = { name: 'generated.test', account: { id: api.accountId } };
    zoneId = (await api.call('POST', '/zones', { body })).body.result.id;
  });
  after(() => api.close());

  it('never get a 5xx, whatever they contain', async () => {
    let sent = 0;
    await fc.assert(
      fc.asyncProperty(anyCall, async ({ method, path, query, body }) => {
        const fill = (text: string) =>
          text.replaceAll('ACCOUNT', api.accountId).replaceAll('ZONE', zoneId);
        const search = query.map(([name, value]) => `${name}=${encodeLoosely(value)}`).join('&');
        const url = `/${fill(path.join('/'))}?${search}`;
        const raw = method === 'GET' || body === '' ? undefined : fill(body);
        const answer = await api.call(method, url, raw === undefined ? {} : { raw });
        sent += 1;
        assert.ok(answer.status < 500, `${method} ${url} ${raw} → ${answer.status}`);
        assert.equal(answer.body.success, answer.status === 200);
      }),
      { numRuns: 2000 },
    );
    assert.ok(sent >= 2000);
  });
});

describe('requests for unknown paths', () => {
  let api: TestApi;

  before(async () => {
    const [kind] = databaseKinds;
    assert.ok(kind);
    api = await openTestApi(kind);
  });
  after(() => api.close());

  it('get a response before their body is parsed', async () => {
    const bodies = ['{bad', 'x'.repeat(1_200_000)];
    for (const raw of bodies) {
      assert.equal((await api.call('POST', '/nothing', { token: '', raw })).status, 404);
      assert.equal((await api.call('PUT', '/zones', { token: '', raw })).status, 405);
      const text = { 'content-type': 'text/plain' };
      assert.equal((await api.call('POST', '/nothing', { raw, headers: text })).status, 404);
    }
  });

  it('get no 5xx with any method', async () => {
    const methods = METHODS.filter((method) => method !== 'CONNECT');
    assert.ok(methods.length > 25);
    for (const method of methods) {
      for (const path of ['/zones', '/nothing', '/client/v4', `/zones/${ID}`]) {
        const { statusCode } = await api.app.inject({
          method: method as 'GET',
          url: path.startsWith('/client') ? path : `/client/v4${path}`,
        });
        assert.ok(statusCode >= 400 && statusCode < 500, `${method} ${path}: ${statusCode}`);
      }
    }
  });

  it('have the headers of the rate limit, like every response', async () => {
    const answers = [
      await api.call('GET', '/nothing'),
      await api.call('GET', '/zones/123'),
      await api.call('PUT', '/zones'),
      await api.call('GET', '/zones', { token: 'unknown-token-0123' }),
      await api.call('GET', '/zones', { token: '' }),
      await api.call('GET', `/zones/${ID}`),
      await api.call('GET', '/zones'),
    ];
    for (const { headers, status } of answers) {
      assert.match(String(headers['ratelimit']), /^"\w+";r=\d+;t=\d+$/, String(status));
      assert.match(String(headers['ratelimit-policy']), /^"\w+";q=\d+;w=\d+$/, String(status));
    }
  });
});
