/** Tokens of visitors in rules: which texts are tokens, which tokens are valid, and which claims rules see. */
import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type {
  TokenConfigurationSnapshot,
  TokenKey,
} from '../../src/contracts/snapshot/token-validation-section.ts';
import { ruleOf, rulesOf } from '../support/edge-rules.ts';
import { originOf, siteOf } from '../support/edge-snapshots.ts';
import { openTestEdge, type TestEdge } from '../support/test-edge.ts';
import { visitAndFlush } from '../support/visit.ts';

const HEADER = 'http.request.headers["authorization"][0]';
const COOKIE = 'http.request.cookies["session"][0]';
const seconds = Math.floor(Date.now() / 1000);
const secret = randomBytes(64).toString('base64url');

type Pair = { publicKey: KeyObject; privateKey: KeyObject };
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const otherRsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' });

const keyOf = ({ publicKey }: Pair, alg: string, kid = alg) =>
  ({ ...publicKey.export({ format: 'jwk' }), alg, kid }) as unknown as TokenKey;
const secretKey = (alg: string) => ({ kty: 'oct', alg, kid: alg, k: secret }) as TokenKey;

const keys: readonly TokenKey[] = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'].map((alg) => keyOf(rsa, alg)),
  keyOf(p256, 'ES256'),
  keyOf(p384, 'ES384'),
  ...['HS256', 'HS384', 'HS512'].map(secretKey),
];
const main: TokenConfigurationSnapshot = { id: 'main', sources: [HEADER, COOKIE], keys };
const cookieOnly: TokenConfigurationSnapshot = {
  id: 'cookie',
  sources: [COOKIE],
  keys: [keyOf(p256, 'ES256', 'ES256')],
};

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function signature(alg: string, signed: string, key: Pair | string): string {
  const hash = `sha${alg.slice(2)}`;
  if (typeof key === 'string') {
    const bytes = Buffer.from(key, 'base64url');
    return createHmac(hash, bytes).update(signed).digest('base64url');
  }
  const options = alg.startsWith('ES')
    ? { key: key.privateKey, dsaEncoding: 'ieee-p1363' as const }
    : alg.startsWith('PS')
      ? { key: key.privateKey, padding: 6, saltLength: Number(alg.slice(2)) / 8 }
      : { key: key.privateKey };
  return sign(hash, Buffer.from(signed), options).toString('base64url');
}

interface Wanted {
  readonly alg?: string;
  readonly header?: object;
  readonly claims?: object;
  readonly key?: Pair | string;
}

function token({ alg = 'ES256', header = {}, claims = {}, key = keyFor(alg) }: Wanted = {}) {
  const head = encode({ typ: 'JWT', alg, kid: alg, ...header });
  const signed = `${head}.${encode({ exp: seconds + 3600, ...claims })}`;
  return `${signed}.${signature(alg, signed, key)}`;
}

function keyFor(alg: string): Pair | string {
  if (alg.startsWith('HS')) return secret;
  return alg === 'ES256' ? p256 : alg === 'ES384' ? p384 : rsa;
}

const conditions = {
  present: 'is_jwt_present("main")',
  valid: 'is_jwt_valid("main")',
  invalid: 'not is_jwt_valid("main")',
  'cookie present': 'is_jwt_present("cookie")',
  'cookie valid': 'is_jwt_valid("cookie")',
  'unknown present': 'is_jwt_present("unknown")',
  'unknown valid': 'is_jwt_valid("unknown")',
};

describe('tokens of visitors', () => {
  let origin: Server;
  let edge: TestEdge;
  let site: ReturnType<typeof siteOf>;

  before(async () => {
    origin = createServer((_incoming, outgoing) => outgoing.end()).listen(0, '127.0.0.1');
    await once(origin, 'listening');
    site = siteOf('shop.test', [originOf((origin.address() as AddressInfo).port)]);
    edge = await openTestEdge({ zones: [site.zone], pools: [site.pool] });
  });
  after(async () => {
    await edge.close();
    origin.close();
  });

  const apply = (
    expressions: Readonly<Record<string, string>>,
    configurations: readonly TokenConfigurationSnapshot[] = [main, cookieOnly],
  ) => {
    const rules = Object.entries(expressions).map(([id, text]) => ruleOf(id, 'log', text));
    const sections = { ...site.zone.sections, tokenValidation: { configurations } };
    return edge.applyRules(
      { ...site.zone, sections },
      rulesOf({ http_request_firewall_custom: rules }),
    );
  };

  /** The rules that matched. */
  async function matches(headers: Record<string, string | string[]>): Promise<string[]> {
    edge.flush();
    edge.security.length = 0;
    await visitAndFlush(edge, { headers });
    return edge.security.map(({ fields }) => String(fields.RuleID));
  }
  const bearer = (text: string) => ({ authorization: `Bearer ${text}` });

  const VALID = ['present', 'valid'];
  const INVALID = ['present', 'invalid'];
  const ABSENT = ['invalid'];

  it('are valid if a key of the configuration has signed them, with each algorithm', async () => {
    await apply(conditions);
    for (const { alg } of keys) {
      // The second time the result is cached.
      const text = token({ alg });
      assert.deepEqual(await matches(bearer(text)), VALID, alg);
      assert.deepEqual(await matches(bearer(text)), VALID, alg);
      const forged = `${text.slice(0, -8)}${text.at(-8) === 'A' ? 'B' : 'A'}${text.slice(-7)}`;
      assert.deepEqual(await matches(bearer(forged)), INVALID, alg);
    }
  });

  const cases: readonly [name: string, text: () => string, expected: readonly string[]][] = [
    ['expired', () => token({ claims: { exp: seconds - 1 } }), INVALID],
    ['not valid yet', () => token({ claims: { nbf: seconds + 3_000 } }), INVALID],
    ['valid from now on', () => token({ claims: { nbf: seconds - 1 } }), VALID],
    ['without an end', () => token({ claims: { exp: undefined } }), VALID],
    ['with a time that is none', () => token({ claims: { exp: 'tomorrow' } }), INVALID],
    ['signed with another key', () => token({ alg: 'RS256', key: otherRsa }), INVALID],
    [
      'with another algorithm of the same key',
      () => token({ alg: 'RS256', header: { alg: 'PS256', kid: 'PS256' } }),
      INVALID,
    ],
    [
      'with a key of another algorithm',
      () => token({ alg: 'RS256', header: { kid: 'ES256' } }),
      INVALID,
    ],
    ['of an unknown key', () => token({ header: { kid: 'other' } }), INVALID],
    ['that name no key', () => token({ header: { kid: undefined } }), INVALID],
    ['that demand an extension', () => token({ header: { crit: ['exp'] } }), INVALID],
    [
      'without a signature',
      () => `${encode({ alg: 'none', kid: 'ES256' })}.${encode({})}.`,
      INVALID,
    ],
    ['with the signature cut off', () => `${token().split('.').slice(0, 2).join('.')}.`, INVALID],
    [
      'with a public key as secret',
      () => {
        const pem = rsa.publicKey.export({ type: 'spki', format: 'pem' });
        const key = Buffer.from(pem).toString('base64url');
        return token({ alg: 'HS256', header: { kid: 'RS256' }, key });
      },
      INVALID,
    ],
    [
      'with changed claims',
      () => token().replace(/\.[^.]+\./, `.${encode({ sub: 'admin' })}.`),
      INVALID,
    ],
    ['that are too large', () => token({ claims: { pad: 'x'.repeat(8192) } }), ABSENT],
    ['of two parts', () => token().split('.').slice(0, 2).join('.'), ABSENT],
    ['with bad base64', () => `%${token()}`, ABSENT],
    ['without JSON', () => `AAAA.${token().split('.').slice(1).join('.')}`, ABSENT],
    ['whose head is a list', () => `${encode([])}.${encode({})}.AAAA`, ABSENT],
    ['that are no tokens', () => 'dXNlcjpwYXNz', ABSENT],
  ];
  for (const [name, text, expected] of cases) {
    it(`${expected === VALID ? 'accepts' : 'does not accept'} tokens ${name}`, async () => {
      assert.deepEqual(await matches(bearer(text())), expected);
    });
  }

  it('are searched in the sources, in order', async () => {
    const cookie = `a=b; session=${token()}`;
    assert.deepEqual(await matches({}), ABSENT);
    assert.deepEqual(await matches({ authorization: token() }), VALID);
    assert.deepEqual(await matches({ cookie }), [...VALID, 'cookie present', 'cookie valid']);
    // The first token decides, valid or not; other texts are ignored.
    const bad = token({ claims: { exp: 1 } });
    assert.deepEqual(await matches({ ...bearer(bad), cookie }), [
      ...INVALID,
      'cookie present',
      'cookie valid',
    ]);
    assert.deepEqual(await matches({ authorization: 'Basic dTpw', cookie }), [
      ...VALID,
      'cookie present',
      'cookie valid',
    ]);
  });

  const good = () => token();
  const forged = () => `${token().slice(0, -8)}AAAAAAAA`;
  const ambiguous: readonly [what: string, headers: () => Record<string, string | string[]>][] = [
    ['another Authorization', () => ({ authorization: [good(), forged()] })],
    ['the same Authorization again', () => ({ authorization: [good(), good()] })],
    ['a malformed Authorization before it', () => ({ authorization: ['Bearer x', good()] })],
    [
      'a malformed Authorization beside a cookie',
      () => ({ authorization: 'Bearer x.y', cookie: `session=${good()}` }),
    ],
    [
      'the token in an unknown scheme beside a cookie',
      () => ({ authorization: `JWT ${forged()}`, cookie: `session=${good()}` }),
    ],
    ['another cookie of the name', () => ({ cookie: `session=${good()}; session=${forged()}` })],
    ['a malformed cookie of the name', () => ({ cookie: `session=${good()}; session=x` })],
    [
      'five cookies of the name',
      () => ({
        cookie: [1, 2, 3, 4, 5].map((jti) => `session=${token({ claims: { jti } })}`).join('; '),
      }),
    ],
  ];
  for (const [what, headers] of ambiguous) {
    it(`are not valid with ${what}, since servers differ in what they read (the edge took the first)`, async () => {
      await apply({ present: conditions.present, valid: conditions.valid });
      assert.deepEqual(await matches(headers()), ['present']);
    });
  }

  it('are valid with a cookie twice, or an empty Authorization beside a cookie', async () => {
    await apply({ present: conditions.present, valid: conditions.valid });
    const cookie = `session=${token()}`;
    assert.deepEqual(await matches({ cookie: `${cookie}; ${cookie}` }), VALID);
    assert.deepEqual(await matches({ authorization: '', cookie }), VALID);
    const both = `${cookie}; session=${token({ claims: { jti: '2' } })}`;
    assert.deepEqual(await matches({ cookie: both }), VALID);
  });

  it('show their claims if they are valid', async () => {
    const claims = 'http.request.jwt.claims';
    await apply({
      aud: `any(${claims}.aud["main"][*] eq "shop") and any(${claims}.aud["main"][*] eq "api")`,
      iss: `${claims}.iss["main"][0] eq "https://login.test"`,
      jti: `${claims}.jti["main"][0] eq "7"`,
      sub: `${claims}.sub["main"][0] eq "zoë"`,
      iat: `${claims}.iat.sec["main"][0] eq ${seconds}`,
      nbf: `${claims}.nbf.sec["main"][0] lt ${seconds}`,
      names: `any(${claims}.sub.names[*] eq "main") and not any(${claims}.sub.names[*] eq "cookie")`,
      values: `any(${claims}.aud.values[*] eq "api") and any(${claims}.iat.sec.values[*] gt 1)`,
    });
    const all = {
      aud: ['shop', 'api'],
      iss: 'https://login.test',
      jti: '7',
      sub: 'zoë',
      iat: seconds + 0.5,
      nbf: seconds - 60,
    };
    const every = ['aud', 'iss', 'jti', 'sub', 'iat', 'nbf', 'names', 'values'];
    assert.deepEqual(await matches(bearer(token({ claims: all }))), every);
    assert.deepEqual(await matches(bearer(token({ claims: { ...all, exp: 1 } }))), []);
    assert.deepEqual(
      await matches(
        bearer(token({ claims: all, key: generateKeyPairSync('ec', { namedCurve: 'P-256' }) })),
      ),
      [],
    );
    const odd = {
      aud: 5,
      iss: ['https://login.test'],
      jti: 7,
      sub: null,
      iat: 'x',
      nbf: seconds - 1,
    };
    assert.deepEqual(await matches(bearer(token({ claims: odd }))), ['nbf']);
  });

  it('are those that the visitor sent, even after rules have changed headers', async () => {
    const headers = { authorization: { operation: 'remove' } };
    const shown = { 'x-valid': { operation: 'set', value: 'yes' } };
    const sections = { ...site.zone.sections, tokenValidation: { configurations: [main] } };
    await edge.applyRules(
      { ...site.zone, sections },
      rulesOf({
        http_request_late_transform: [ruleOf('remove', 'rewrite', 'true', { headers })],
        http_response_headers_transform: [
          ruleOf('show', 'rewrite', conditions.valid, { headers: shown }),
        ],
      }),
    );
    const valid = await visitAndFlush(edge, { headers: bearer(token()) });
    assert.equal(valid.headers['x-valid'], 'yes');
    const forged = await visitAndFlush(edge, { headers: bearer(token({ claims: { exp: 1 } })) });
    assert.equal(forged.headers['x-valid'], undefined);
  });

  it('have no value in zones without configurations, and change with the keys', async () => {
    await apply(conditions, []);
    assert.deepEqual(await matches(bearer(token())), ABSENT);
    await apply(conditions, [{ ...main, keys: [keyOf(p384, 'ES384')] }]);
    assert.deepEqual(await matches(bearer(token())), INVALID);
    assert.deepEqual(await matches(bearer(token({ alg: 'ES384' }))), VALID);
  });
});
