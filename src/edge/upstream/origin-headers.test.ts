import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { HeaderList } from '../../transport/header-list.ts';
import type { ConnectionInfo, HttpStream } from '../../transport/http-stream.ts';
import { Exchange } from '../exchange.ts';
import { originHeaders } from './origin-headers.ts';

function exchangeOf(
  pairs: readonly string[],
  isTrusted = false,
  connection = newConnection(),
): Exchange {
  const names = pairs.filter((_, n) => n % 2 === 0).map((name) => name.toLowerCase());
  const stream = {
    version: '1.1',
    method: 'GET',
    target: '/',
    headers: new HeaderList(pairs, names),
    connection,
    body: undefined,
    isUpgrade: false,
  };
  // The headers depend only on these members.
  const exchange = new Exchange(stream as unknown as HttpStream);
  exchange.authority = 'Shop.test:8080';
  exchange.host = 'shop.test';
  exchange.clientAddress = '9.9.9.9';
  exchange.peerIsTrusted = isTrusted;
  return exchange;
}

const newConnection = (): ConnectionInfo => ({
  remoteAddress: '',
  remotePort: 0,
  localAddress: '',
  localPort: 0,
  tls: undefined,
});

/** Pairs with lower-case names. */
function sent(rawHeaders: readonly string[], hostHeader?: string, isTrusted = false) {
  return sentOf(exchangeOf(rawHeaders, isTrusted), hostHeader);
}

function sentOf(exchange: Exchange, hostHeader?: string) {
  const { fields, sharedFields } = originHeaders(exchange, hostHeader);
  const list = [...fields, ...(sharedFields?.fields ?? [])];
  return Array.from(
    { length: list.length / 2 },
    (_, n) => [(list[2 * n] ?? '').toLowerCase(), list[2 * n + 1] ?? ''] as const,
  );
}

const valuesOf = (pairs: readonly (readonly [string, string])[], name: string) =>
  pairs.filter(([each]) => each === name).map(([, value]) => value);

const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
];
const ours = [
  'host',
  'expect',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'forwarded',
  'cf-ray',
  'cf-connecting-ip',
  'cdn-loop',
];

describe('headers for an origin', () => {
  it('have the requested host, or the Host header of the origin', () => {
    assert.deepEqual(valuesOf(sent(['Host', 'x']), 'host'), ['shop.test:8080']);
    assert.deepEqual(valuesOf(sent(['Host', 'x'], 'inner.test'), 'host'), ['inner.test']);
  });

  it('have the port of the visitor unless it is the default (applications redirected without it)', () => {
    const hosts = (authority: string, scheme: 'http' | 'https') =>
      valuesOf(sentOf(Object.assign(exchangeOf([]), { authority, scheme })), 'host');
    assert.deepEqual(hosts('SHOP.test:8443', 'https'), ['shop.test:8443']);
    assert.deepEqual(hosts('shop.test:80', 'https'), ['shop.test:80']);
    for (const [authority, scheme] of [
      ['shop.test', 'http'],
      ['shop.test:80', 'http'],
      ['shop.test:443', 'https'],
      ['shop.test:0443', 'https'],
    ] as const) {
      assert.deepEqual(hosts(authority, scheme), ['shop.test'], authority);
    }
  });

  it('do not have names with underscores that alias framing fields', () => {
    const names = ['Content_Length', 'Transfer_Encoding', 'transfer-Encoding', 'X_Own'];
    const pairs = sent(names.flatMap((name) => [name, '1']));
    const kept = pairs.map(([name]) => name).filter((name) => name.includes('_'));
    assert.deepEqual(kept, ['x_own']);
  });

  it('have the port in the forwarding fields, for applications that write links', () => {
    assert.deepEqual(valuesOf(sent([]), 'x-forwarded-host'), ['shop.test:8080']);
    assert.deepEqual(valuesOf(sent([]), 'forwarded'), ['for=;host="shop.test:8080";proto=http']);
  });

  it('do not have headers that the Connection header names', () => {
    const pairs = sent(['Connection', 'close, X-Secret', 'x-secret', '1', 'X-Own', '2']);
    assert.deepEqual(valuesOf(pairs, 'x-secret'), []);
    assert.deepEqual(valuesOf(pairs, 'x-own'), ['2']);
  });

  it('have one Cookie header', () => {
    assert.deepEqual(valuesOf(sent(['cookie', 'a=1', 'Cookie', 'b=2']), 'cookie'), ['a=1; b=2']);
  });

  it('do not have an exposed-credential-check of a visitor (it was forwarded if the guard was off)', () => {
    const names = [
      'exposed-credential-check',
      'Exposed-Credential-Check',
      'Exposed_Credential_Check',
      'EXPOSED-CREDENTIAL_CHECK',
      'exposed_credential-check',
    ];
    const pairs = sent([
      ...names.flatMap((name) => [name, '1']),
      'x-exposed-credential-check',
      '1',
    ]);
    assert.deepEqual(
      pairs.map(([name]) => name).filter((name) => name.includes('exposed')),
      ['x-exposed-credential-check'],
    );
  });

  it('extend the forwarding fields of a trusted proxy only', () => {
    const raw = ['X-Forwarded-For', '9.9.9.9', 'X-Forwarded-Proto', 'https', 'Forwarded', 'for=a'];
    assert.deepEqual(valuesOf(sent(raw), 'x-forwarded-proto'), ['http']);
    const trusted = sent(raw, undefined, true);
    assert.deepEqual(valuesOf(trusted, 'x-forwarded-for'), ['9.9.9.9, ']);
    assert.deepEqual(valuesOf(trusted, 'x-forwarded-proto'), ['https']);
    assert.deepEqual(valuesOf(trusted, 'forwarded'), [
      'for=a, for=;host="shop.test:8080";proto=http',
    ]);
  });

  it('have the host of each request, also if a connection requests several', () => {
    const connection = newConnection();
    const exchanges = ['a.test', 'b.test', 'b.test', 'a.test'].map((authority) => {
      const exchange = exchangeOf([], false, connection);
      exchange.authority = authority;
      exchange.host = authority;
      return exchange;
    });
    assert.deepEqual(
      exchanges.flatMap((exchange) => valuesOf(sentOf(exchange), 'x-forwarded-host')),
      ['a.test', 'b.test', 'b.test', 'a.test'],
    );
  });

  it('extend the forwarding fields of each request of a trusted proxy', () => {
    const connection = newConnection();
    const chains = ['1.1.1.1', '2.2.2.2'].flatMap((address) =>
      valuesOf(
        sentOf(exchangeOf(['X-Forwarded-For', address], true, connection)),
        'x-forwarded-for',
      ),
    );
    assert.deepEqual(chains, ['1.1.1.1, ', '2.2.2.2, ']);
  });

  it('count the edges on the way', () => {
    assert.deepEqual(valuesOf(sent(['CDN-Loop', 'other']), 'cdn-loop'), ['other, palisade']);
  });

  it('have no hop-by-hop header, one of each set by the edge, and all others in order, whatever is sent', () => {
    const special = [...hopByHop, ...ours];
    const name = fc.oneof(
      fc.stringMatching(/^[a-z][a-z0-9-]{0,12}$/),
      fc.constantFrom(...special),
      fc.constantFrom('connection', 'x-a', 'x-b'),
      fc.constantFrom(...special).map((text) => text.toUpperCase()),
    );
    const value = fc.oneof(
      fc.stringMatching(/^[!-~]{0,12}$/),
      fc.constantFrom(...special, 'x-a, x-b', 'X-A'),
    );
    const list = fc.array(fc.tuple(name, value), { maxLength: 30, size: 'max' });
    fc.assert(
      fc.property(list, fc.boolean(), (pairs, isTrusted) => {
        const got = sent(pairs.flat(), undefined, isTrusted);
        const named = new Set(
          pairs
            .filter(([each]) => each.toLowerCase() === 'connection')
            .flatMap(([, text]) => text.toLowerCase().split(/, ?/)),
        );
        const kept = pairs
          .map(([each, text]) => [each.toLowerCase(), text] as const)
          .filter(([each]) => !special.includes(each) && !named.has(each) && each !== 'cookie');
        for (const each of hopByHop) assert.deepEqual(valuesOf(got, each), [], each);
        for (const each of ours.filter((text) => text !== 'expect')) {
          assert.equal(valuesOf(got, each).length, 1, each);
        }
        const others = got.filter(([each]) => !ours.includes(each) && each !== 'cookie');
        assert.deepEqual(others, kept);
      }),
      { numRuns: 500 },
    );
  });
});
