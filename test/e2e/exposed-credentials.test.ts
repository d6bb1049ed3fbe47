/** Nine kinds of logins in all encodings, against a real origin. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import type { LoginSample } from '../../src/catalogs/managed-rulesets/exposed-credentials/credential-rule.ts';
import { exposedCredentialsRuleset } from '../../src/catalogs/managed-rulesets/exposed-credentials/exposed-credentials.ts';
import { createBuiltInStore } from '../../src/detectors/credentials/built-in-store.ts';
import { toByteString } from '../../src/expression/expression.ts';
import {
  executeOf,
  ruleOf,
  rulesetOf,
  rulesOf,
  type WrittenRule,
  type WrittenRules,
} from '../support/edge-rules.ts';
import { originOf, siteOf } from '../support/edge-snapshots.ts';
import {
  carrierOf,
  credentialRules,
  lengthened,
  loginBody,
  malformed,
  type Pair,
} from '../support/login-bodies.ts';
import { recordedTelemetry } from '../support/recorded-telemetry.ts';
import { openTestEdge, type TestEdge } from '../support/test-edge.ts';
import { visitAndFlush } from '../support/visit.ts';

const CUSTOM = 'http_request_firewall_custom';
const MANAGED = 'http_request_firewall_managed';
const HEADER = 'exposed-credential-check';

const exposed: Pair = { username: 'CF_EXPOSED_USERNAME', password: 'CF_EXPOSED_PASSWORD' };
const clean: Pair = { username: 'CF_EXPOSED_USERNAME', password: 'kXo29-lovelace' };
/** Characters that Latin-1 and UTF-8 encode differently. */
const accented: Pair = { username: 'zoë@example.com', password: 'pâtés-über-Åll' };

const encoders = {
  gzip: gzipSync,
  br: brotliCompressSync,
  deflate: deflateSync,
  zstd: zstdCompressSync,
} as const;

interface Sent {
  readonly method?: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

interface Seen {
  readonly status: number;
  /** The request that the origin got; undefined if there was none. */
  readonly origin:
    | { readonly headers: IncomingMessage['headers']; readonly body: Buffer }
    | undefined;
  /** `action ref` of each event, in order. */
  readonly events: readonly string[];
}

const managedRules = (actions: Record<string, string | null> = {}) =>
  executeOf('execute', {
    kind: 'managed',
    rulesetId: exposedCredentialsRuleset.id,
    overrides: {
      rules: exposedCredentialsRuleset.rules
        .filter(({ ref }) => actions[ref] !== undefined)
        .map(({ id, ref }) => {
          const action = actions[ref];
          return typeof action === 'string' ? { id, action } : { id, enabled: false };
        }),
    },
  });

describe('logins', () => {
  const telemetry = recordedTelemetry();
  let origin: Server;
  let edge: TestEdge;
  let site: ReturnType<typeof siteOf>;
  let got: Seen['origin'];

  before(async () => {
    origin = createServer(async (incoming, outgoing) => {
      got = { headers: incoming.headers, body: await buffer(incoming) };
      outgoing.end('ok');
    }).listen(0, '127.0.0.1');
    await once(origin, 'listening');
    site = siteOf('shop.test', [originOf((origin.address() as AddressInfo).port)]);
    const builtIn = createBuiltInStore();
    const known = [accented.username, accented.password].map(toByteString).join('\0');
    const credentials = {
      ...builtIn,
      hasPair: (username: string, password: string) =>
        builtIn.hasPair(username, password) || `${username}\0${password}` === known,
    };
    edge = await openTestEdge(
      { zones: [site.zone], pools: [site.pool] },
      {},
      { credentials, telemetry },
    );
    await use(
      rulesOf({
        [CUSTOM]: [ruleOf('truncated', 'log', 'http.request.body.truncated')],
        [MANAGED]: [managedRules()],
      }),
    );
  });
  after(async () => {
    await edge.close();
    origin.close();
  });

  async function use(rulesets: WrittenRules): Promise<void> {
    await edge.applyRules(site.zone, rulesets);
  }

  async function post({ target, method = 'POST', headers, body }: Sent): Promise<Seen> {
    edge.flush();
    const before = edge.security.length;
    got = undefined;
    const { status } = await visitAndFlush(edge, { path: target, method, headers, body });
    const events = edge.security
      .slice(before)
      .map(({ fields }) => `${fields.Action} ${fields.Ref}`);
    return { status, origin: got, events };
  }

  /** Expects that the origin gets the login unchanged, and the header only if an event marks the login as exposed. */
  async function expectPassed(sent: Sent, events: readonly string[]): Promise<void> {
    const seen = await post(sent);
    assert.equal(seen.status, 200);
    assert.ok(seen.origin);
    assert.ok(seen.origin.body.equals(sent.body), 'the origin got other bytes');
    assert.deepEqual(seen.events, events);
    const isMarked = events.some((event) => event.startsWith('rewrite '));
    assert.equal(seen.origin.headers[HEADER], isMarked ? '1' : undefined);
  }

  /** The expected events. Some products name their fields as the generic patterns do, so these match as well. */
  function expectedEvents(ref: string, sample: LoginSample): string[] {
    const carrier = carrierOf(sample);
    const generic =
      carrier === 'json'
        ? 'exposed-credentials-generic-json-username'
        : 'exposed-credentials-generic-form';
    const names = carrier === 'json' ? /"username".*"password"/ : /\busername\b.*\bpassword\b/s;
    const isGeneric = names.test(sample.body) && !/login(?:\[|%5B)/.test(sample.body);
    return [...new Set([ref, ...(isGeneric ? [generic] : [])])].map((each) => `rewrite ${each}`);
  }

  for (const { ref, samples } of credentialRules) {
    for (const sample of samples.matching) {
      const carrier = carrierOf(sample);
      const { target, headers } = sample;
      const send = (body: Buffer, events: readonly string[], more: Record<string, string> = {}) =>
        expectPassed({ target, headers: { ...headers, ...more }, body }, events);
      const yes = expectedEvents(ref, sample);

      describe(`${ref}: ${carrier} to ${target}`, () => {
        it('that are exposed', () => send(loginBody(sample, exposed), yes));

        it('that are clean', () => send(loginBody(sample, clean), []));

        it('that are malformed', () => send(malformed(carrier, loginBody(sample, exposed)), []));

        for (const [encoding, encode] of Object.entries(encoders)) {
          it(`that are compressed with ${encoding}`, async () => {
            const more = { 'content-encoding': encoding };
            await send(encode(loginBody(sample, exposed)), yes, more);
            await send(encode(loginBody(sample, clean)), [], more);
          });
        }

        it('at the beginning of a body that is longer than the inspected part', () =>
          send(lengthened(carrier, loginBody(sample, exposed), 'start'), [
            'log truncated',
            ...yes,
          ]));

        it('at the end of a body that is longer than the inspected part', () =>
          send(lengthened(carrier, loginBody(sample, exposed), 'end'), ['log truncated']));

        it('in UTF-8', () => send(loginBody(sample, accented), yes));

        // JSON is UTF-8 by definition (RFC 8259), and no known server decodes it otherwise.
        if (carrier !== 'json') {
          it('in Latin-1', () => send(loginBody(sample, accented, 'latin1'), yes));
        }
      });
    }
  }

  it('cover all body formats of the products', () => {
    const carriers = credentialRules.map(({ ref, samples }) => [
      ref.replace('exposed-credentials-', ''),
      [...new Set(samples.matching.map(carrierOf))].sort().join(' '),
    ]);
    // Ghost and the generic JSON patterns have no form; WordPress, Joomla and the generic form no JSON.
    assert.deepEqual(Object.fromEntries(carriers), {
      wordpress: 'form multipart',
      joomla: 'form multipart',
      drupal: 'form json multipart',
      ghost: 'json',
      plone: 'form json multipart',
      magento: 'form json multipart',
      'generic-form': 'form multipart',
      'generic-json-email': 'json',
      'generic-json-username': 'json',
    });
  });

  const form = (pair: Pair) => ({
    target: '/sign-in',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: Buffer.from(`u=${pair.username}&p=${pair.password}`),
  });

  it('may be raw deflate, compressed twice, or longer than the inspected part', async () => {
    const [sample] = credentialRules.at(-3)?.samples.matching ?? [];
    assert.ok(sample);
    const body = loginBody(sample, exposed);
    const long = lengthened('form', body, 'start');
    const yes = expectedEvents('exposed-credentials-generic-form', sample);
    const { target, headers } = sample;
    for (const [encoding, bytes, events] of [
      ['deflate', deflateRawSync(body), yes],
      ['gzip, br', brotliCompressSync(gzipSync(body)), yes],
      ['GZIP', gzipSync(body), yes],
      ['gzip', gzipSync(long), ['log truncated', ...yes]],
      // Level 0 does not shrink the body, so only a part of it is inspected.
      ['gzip', gzipSync(long, { level: 0 }), ['log truncated', ...yes]],
      [
        'br',
        brotliCompressSync(`${body}&filler=${'x'.repeat(9_000_000)}`),
        ['log truncated', ...yes],
      ],
    ] as const) {
      await expectPassed(
        { target, headers: { ...headers, 'content-encoding': encoding }, body: bytes },
        events,
      );
    }
  });

  const FORM = 'application/x-www-form-urlencoded';
  const { username, password } = exposed;
  const part = (name: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const parts = part('username', username) + part('password', password);
  const MULTIPART = 'multipart/form-data; boundary=b';
  const json = JSON.stringify({ username, password });
  const generic = 'exposed-credentials-generic-form';
  const genericJson = 'exposed-credentials-generic-json-username';
  const wordpress = 'exposed-credentials-wordpress';
  const wordpressForm = `log=${username}&pwd=${password}`;
  // Regression: servers accept all of these as logins, but the rules did not.
  const spellings: readonly (readonly [
    what: string,
    ref: string,
    target: string,
    type: string,
    body: string | Buffer,
  ])[] = [
    ['a second user', generic, '/', FORM, `username=x&username=${username}&password=${password}`],
    [
      'users and passwords in any order',
      generic,
      '/',
      FORM,
      `password=x&password=${password}&username=${username}&username=y`,
    ],
    [
      'an empty user first',
      generic,
      '/',
      FORM,
      `username=&username=${username}&password=${password}`,
    ],
    ['encoded names', generic, '/', FORM, `u%73ername=${username}&p%61ssword=${password}`],
    ['a list of types', generic, '/', `${FORM}, x`, `username=${username}&password=${password}`],
    ['a second user in parts', generic, '/', MULTIPART, `${part('username', 'x')}${parts}--b--`],
    ['parts without an end', generic, '/', MULTIPART, parts],
    ['parts with line feeds', generic, '/', MULTIPART, parts.replaceAll('\r\n', '\n')],
    ['a byte order mark', genericJson, '/', 'application/json', `\ufeff${json}`],
    ['UTF-16', genericJson, '/', 'application/json', Buffer.from(json, 'utf16le')],
    [
      'escapes in names',
      genericJson,
      '/',
      'text/plain',
      json.replace('"password', '"p\\u0061ssword'),
    ],
    ['names in any case', generic, '/', FORM, `UserName=${username}&PASSWORD=${password}`],
    [
      'names of JSON in any case',
      genericJson,
      '/',
      'application/json',
      JSON.stringify({ Username: username, PassWord: password }),
    ],
    [
      'a name of JSON twice',
      genericJson,
      '/',
      'application/json',
      `${json.slice(0, -1)},"username":"x","password":"y"}`,
    ],
    ['no type', generic, '/', 'text/plain', `username=${username}&password=${password}`],
    [
      'the type of plain text',
      generic,
      '/',
      'text/plain',
      `username=${username}\r\npassword=${password}\r\n`,
    ],
    ['a slash behind the file', wordpress, '/wp-login.php/', FORM, wordpressForm],
    ['a path behind the file', wordpress, '/wp-login.php/x', FORM, wordpressForm],
    ['an encoded path', wordpress, '/%77p-login.php', FORM, wordpressForm],
  ];
  for (const [what, ref, target, type, body] of spellings) {
    it(`may have ${what}`, () =>
      expectPassed({ target, headers: { 'content-type': type }, body: Buffer.from(body) }, [
        `rewrite ${ref}`,
      ]));
  }

  for (const method of ['PUT', 'PATCH']) {
    it(`may be sent with ${method}`, () =>
      expectPassed(
        {
          method,
          target: '/',
          headers: { 'content-type': FORM },
          body: Buffer.from(`username=${username}&password=${password}`),
        },
        [`rewrite ${generic}`],
      ));
  }

  describe('of a custom rule', () => {
    const ruleWith = (action: string, parameters = {}) => {
      const credentialCheck = {
        username_expression: 'url_decode(http.request.body.form["u"][0])',
        password_expression: 'url_decode(http.request.body.form["p"][0])',
      };
      const path = 'http.request.uri.path eq "/sign-in"';
      const rule = ruleOf('own', action, path, parameters, { credentialCheck });
      return executeOf('e', { kind: 'custom', ruleset: rulesetOf('custom', [rule]) });
    };
    const mark = { headers: { 'Exposed-Credential-Check': { operation: 'set', value: '1' } } };

    const table: readonly [string, Record<string, unknown>, number, string][] = [
      ['log', {}, 200, 'log own'],
      ['block', {}, 403, 'block own'],
      ['challenge', {}, 403, 'challenge own'],
      ['js_challenge', {}, 403, 'jschallenge own'],
      ['managed_challenge', {}, 403, 'managedchallenge own'],
    ];
    for (const [action, parameters, status, event] of table) {
      it(`get ${action} only if they are exposed`, async () => {
        await use(rulesOf({ [CUSTOM]: [ruleWith(action, parameters)] }));
        const seen = await post(form(exposed));
        assert.deepEqual([seen.status, seen.events], [status, [event]]);
        assert.equal(seen.origin !== undefined, status === 200);
        await expectPassed(form(clean), []);
        await expectPassed({ ...form(exposed), target: '/elsewhere' }, []);
        await expectPassed({ ...form(exposed), body: Buffer.from(`u=${exposed.username}`) }, []);
      });
    }

    it('are marked, and the guard of the managed rules does not treat the mark as forged', async () => {
      await use(
        rulesOf<WrittenRule>({
          [CUSTOM]: [ruleWith('rewrite', mark)],
          [MANAGED]: [managedRules()],
        }),
      );
      await expectPassed(form(exposed), ['rewrite own']);
      const { headers, body } = form(exposed);
      const packed = { headers: { ...headers, 'content-encoding': 'gzip' }, body: gzipSync(body) };
      await expectPassed({ ...form(exposed), ...packed }, ['rewrite own']);
      await expectPassed(form(clean), []);
      const forged = { ...form(exposed), headers: { ...form(exposed).headers, [HEADER]: '0' } };
      const seen = await post(forged);
      assert.deepEqual(
        [seen.status, seen.events],
        [403, ['rewrite own', 'block exposed-credentials-header-guard']],
      );
    });
  });

  it('lose a mark that the client sent, even if the guard is off', async () => {
    await use(rulesOf({ [MANAGED]: [managedRules({ 'exposed-credentials-header-guard': null })] }));
    const sent = {
      target: '/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded', [HEADER]: '0' },
      body: Buffer.from(`username=${exposed.username}&password=${exposed.password}`),
    };
    await expectPassed(sent, ['rewrite exposed-credentials-generic-form']);
  });

  it('never appear in events, logs and metrics', () => {
    edge.flush();
    assert.ok(edge.security.length > 100 && edge.events.length > 100);
    assert.ok(telemetry.records.length > 0);
    const kept = JSON.stringify([edge.events, edge.security, telemetry.records]);
    for (const { username, password } of [exposed, clean, accented]) {
      for (const value of [username, password]) {
        assert.ok(!kept.includes(value));
        assert.ok(!kept.includes(encodeURIComponent(value)));
        assert.ok(!kept.includes(toByteString(value)));
        assert.ok(
          !kept.includes(Buffer.from(value).toString('base64').replace(/=+$/, '').slice(0, -1)),
        );
      }
    }
  });
});
