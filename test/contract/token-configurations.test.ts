import assert from 'node:assert/strict';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { after, before, it } from 'node:test';
import Cloudflare from 'cloudflare';
import { limits } from '../../src/catalogs/limits.ts';
import type { TokenValidationSection } from '../../src/contracts/snapshot/token-validation-section.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { ADMIN_TOKEN, openTestApi, type TestApi } from '../support/test-api.ts';

const jwk = (type: 'rsa' | 'ec', options: object) => {
  const { publicKey } = generateKeyPairSync(type as 'rsa', options as { modulusLength: number });
  return publicKey.export({ format: 'jwk' }) as Record<string, string>;
};
const rsaKey = { ...jwk('rsa', { modulusLength: 2048 }), alg: 'RS256', kid: 'r' };
const curveKey = { ...jwk('ec', { namedCurve: 'P-384' }), alg: 'ES384', kid: 'e' };
const shortKey = { ...jwk('rsa', { modulusLength: 1024 }), alg: 'RS256', kid: 'r' };
const secret = randomBytes(32).toString('base64url');
const secretKey = { kty: 'oct', alg: 'HS256', kid: 'h', k: secret };

const sources = ['http.request.headers["authorization"][0]', 'http.request.cookies["S"][0]'];
const documentOf = (rest: object = {}) => ({
  title: 'Accounts',
  description: '',
  token_type: 'JWT',
  token_sources: sources,
  credentials: { keys: [rsaKey] },
  ...rest,
});

describeOnEachDatabase('token configurations', (kind) => {
  let api: TestApi;
  let zoneId: string;
  let base: string;

  before(async () => {
    api = await openTestApi(kind);
    zoneId = await newZone('tokens.test');
    base = `/zones/${zoneId}/token_validation/config`;
  });
  after(() => api.close());

  async function newZone(name: string): Promise<string> {
    const body = { name, account: { id: api.accountId } };
    return (await api.call('POST', '/zones', { body })).body.result.id;
  }
  const create = (body: object) => api.call('POST', base, { body });
  const refusal = ({ status, body }: Awaited<ReturnType<typeof create>>) => [
    status,
    body.errors[0]?.code,
    body.errors[0]?.source?.pointer,
  ];

  it('work with the official client', async () => {
    const origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
    const baseURL = `${origin}/client/v4`;
    const client = new Cloudflare({ apiToken: ADMIN_TOKEN, baseURL, maxRetries: 0 });
    const { configuration } = client.tokenValidation;
    const zone = { zone_id: zoneId };
    const made = await configuration.create({
      ...zone,
      ...documentOf({ credentials: { keys: [rsaKey, curveKey, secretKey] } }),
    } as unknown as Parameters<typeof configuration.create>[0]);
    const { k: _, ...visible } = secretKey;
    assert.match(made.id, /^[0-9a-f]{8}-/);
    assert.deepEqual(made.token_sources, sources);
    assert.deepEqual(made.credentials.keys, [rsaKey, curveKey, visible]);
    assert.deepEqual(await configuration.get(made.id, zone), made);
    const edited = await configuration.edit(made.id, { ...zone, title: 'Others' });
    assert.equal(edited.title, 'Others');
    const credentials = configuration.credentials;
    const replaced = await credentials.update(made.id, {
      ...zone,
      keys: [curveKey, secretKey],
    } as unknown as Parameters<typeof credentials.update>[1]);
    assert.deepEqual(replaced.keys, [curveKey, visible]);
    // An omitted secret keeps its value.
    const changed = await credentials.edit(made.id, {
      ...zone,
      keys: [visible, rsaKey],
    } as unknown as Parameters<typeof credentials.edit>[1]);
    assert.deepEqual(changed.keys, [visible, rsaKey]);
    const sections = api.core.modules.flatMap((module) => module.sections);
    const section = sections.find(({ name }) => name === 'tokenValidation') ?? assert.fail();
    const snapshot = (await section.build([zoneId])).get(zoneId);
    assert.deepEqual((snapshot as TokenValidationSection).configurations, [
      { id: made.id, sources, keys: [secretKey, rsaKey] },
    ]);
    const listed = await Array.fromAsync(configuration.list({ ...zone, per_page: 1 }));
    assert.deepEqual(
      listed.map(({ title }) => title),
      ['Others'],
    );
    assert.equal((await configuration.delete(made.id, zone)).id, made.id);
    await assert.rejects(configuration.get(made.id, zone), Cloudflare.NotFoundError);
  });

  it('refuse sources that cannot contain a token, and keys that cannot verify one', async () => {
    const badSources = [
      'http.host',
      'http.request.headers["a"]',
      'http.request.headers["Authorization"][0]',
      'lower(http.request.headers["a"][0])',
      'http.request.headers["a"][*]',
      '"text"',
      'nonsense(',
    ];
    for (const source of badSources) {
      const body = documentOf({ token_sources: [...sources, source] });
      assert.deepEqual(refusal(await create(body)), [400, 21063, '/token_sources/2'], source);
    }
    const { n: _, ...withoutModulus } = rsaKey as typeof rsaKey & { n: string };
    const badKeys: readonly [key: object, member: string][] = [
      [withoutModulus, ''],
      [{ ...rsaKey, alg: 'ES256' }, '/alg'],
      [{ ...rsaKey, alg: 'HS256' }, '/alg'],
      [{ ...rsaKey, k: secret }, '/k'],
      [{ ...rsaKey, e: 'AA' }, '/e'],
      [shortKey, '/n'],
      [{ ...curveKey, alg: 'ES256' }, '/crv'],
      [{ ...curveKey, x: 'AAAA' }, '/x'],
      [{ ...secretKey, k: 'AAAA' }, '/k'],
      [{ ...secretKey, k: randomBytes(31).toString('base64url') }, '/k'],
      [{ ...secretKey, k: Buffer.alloc(32, 97).toString('base64url') }, '/k'],
      [{ ...curveKey, kid: 'twice' }, '/kid'],
    ];
    for (const [key, member] of badKeys) {
      const keys = [{ ...curveKey, kid: 'twice' }, key];
      const answer = await create(documentOf({ credentials: { keys } }));
      const pointer = `/credentials/keys/1${member}`;
      assert.deepEqual(refusal(answer), [400, 21064, pointer], JSON.stringify(key));
    }
    const none = documentOf({ credentials: { keys: [{ ...rsaKey, alg: 'none' }] } });
    assert.deepEqual(refusal(await create(none)), [400, 11001, '/credentials/keys/0/alg']);
    const { id } = (await create(documentOf())).body.result;
    const keys = [{ ...secretKey, k: undefined }];
    const changed = await api.call('PATCH', `${base}/${id}/credentials`, { body: { keys } });
    assert.deepEqual(refusal(changed), [400, 21064, '/keys/0']);
  });

  it('keep secrets out of the audit log, which shows that they changed', async () => {
    const { id } = (await create(documentOf({ credentials: { keys: [secretKey] } }))).body.result;
    const k = randomBytes(32).toString('base64url');
    const body = { keys: [{ ...secretKey, k }] };
    await api.call('PUT', `${base}/${id}/credentials`, { body });
    const logs = `/accounts/${api.accountId}/audit_logs?per_page=1000`;
    const text = JSON.stringify((await api.call('GET', logs)).body.result);
    assert.ok(text.includes(id));
    assert.ok(!text.includes(secret) && !text.includes(k) && text.includes('(hidden, changed)'));
  });

  it('are mentioned in notices where their existence is not checked', async () => {
    const asks = 'is_jwt_valid("c")';
    const pools = `/accounts/${api.accountId}/load_balancers/pools`;
    const pool = { name: 'one', origins: [{ name: 'one', address: '192.0.2.1' }] };
    const { id } = (await api.call('POST', pools, { body: pool })).body.result;
    const calls: readonly [string, (expression: string) => object][] = [
      ['/filters/validate-expr', (expression) => ({ expression })],
      [
        `/zones/${zoneId}/page_shield/policies`,
        (expression) => ({
          action: 'log',
          description: '',
          enabled: true,
          expression,
          value: "script-src 'self'",
        }),
      ],
      [
        `/zones/${zoneId}/load_balancers`,
        (condition) => ({
          name: `${condition.length}.tokens.test`,
          default_pools: [id],
          fallback_pool: id,
          rules: [{ name: 'r', condition, overrides: { session_affinity: 'none' } }],
        }),
      ],
      [
        `/accounts/${api.accountId}/rulesets`,
        (expression) => ({
          name: 'Shared',
          kind: 'custom',
          phase: 'http_request_firewall_custom',
          rules: [{ action: 'log', expression }],
        }),
      ],
    ];
    for (const [path, bodyOf] of calls) {
      for (const [expression, wanted] of [
        [asks, [21056]],
        ['ssl', []],
      ] as const) {
        const { status, body } = await api.call('POST', path, { body: bodyOf(expression) });
        const codes = body.messages.map(({ code }: { code: number }) => code);
        assert.deepEqual([status, codes], [200, wanted], `${path} ${JSON.stringify(body.errors)}`);
      }
    }
  });

  it('are named in notices of rules that need one, and cannot be deleted while rules use them', async () => {
    const other = await newZone('rules.test');
    const entryPoint = `/zones/${other}/rulesets/phases/http_request_firewall_custom/entrypoint`;
    const put = (...expressions: string[]) => {
      const rules = expressions.map((expression) => ({ action: 'log', expression }));
      return api.call('PUT', entryPoint, { body: { rules } });
    };
    const codes = ({ body }: Awaited<ReturnType<typeof put>>) =>
      body.messages.map(({ code }: { code: number }) => code);
    const claim = 'any(http.request.jwt.claims.sub.values[*] eq "x")';
    const before = await put('is_jwt_valid("c")', claim);
    assert.deepEqual(codes(before), [21051, 21051, 21053, 21055]);
    assert.match(before.body.messages.at(-1).message, new RegExp(`${other}/token_validation`));

    const configs = `/zones/${other}/token_validation/config`;
    const { id } = (await api.call('POST', configs, { body: documentOf() })).body.result;
    assert.deepEqual(codes(await put('is_jwt_valid("c")', claim)), [21051, 21053, 21055]);
    assert.deepEqual(codes(await put(`not is_jwt_valid("${id}")`, claim)), []);
    const inUse = await api.call('DELETE', `${configs}/${id}`);
    assert.deepEqual(refusal(inUse).slice(0, 2), [400, 21062]);
    await put('true');
    assert.equal((await api.call('DELETE', `${configs}/${id}`)).status, 200);
  });

  it('are limited in number, and belong to their zone', async () => {
    const full = `/zones/${await newZone('many.test')}/token_validation/config`;
    const post = () => api.call('POST', full, { body: documentOf() });
    let last = await post();
    const { id } = last.body.result;
    for (let n = 0; n < limits.tokenConfigurationsPerZone; n += 1) last = await post();
    assert.deepEqual(refusal(last).slice(0, 2), [400, 21061]);
    assert.deepEqual(refusal(await api.call('GET', `${base}/${id}`)).slice(0, 2), [404, 21060]);
    assert.equal((await api.call('GET', `${base}/${'0'.repeat(32)}`)).status, 404);
  });
});
