import type { RequestSample } from '../../managed-rulesets/managed-rule-base.ts';
import type { SignEntry } from '../sign-entry.ts';

const usual = { host: 'shop.test', 'user-agent': 'test', accept: '*/*' };

const get = (headers: Readonly<Record<string, string>>, method = 'GET'): RequestSample => ({
  method,
  target: '/',
  headers: { ...usual, ...headers },
  body: '',
});

export const protocolSigns = {
  'protocol-method': {
    means: 'a method that shows what proxies add, or that no client uses',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: [get({}, 'TRACE'), get({}, 'DEBUG'), get({ 'x-http-method-override': 'TRACE' })],
      other: [get({}, 'PROPFIND'), get({}, 'PATCH'), get({ 'x-http-method-override': 'DELETE' })],
    },
  },
  'protocol-framing': {
    means: 'headers from which servers read different lengths of the body',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        get({ 'transfer-encoding': 'chunked', 'content-length': '4' }),
        get({ 'transfer-encoding': 'xchunked' }),
        get({ content_length: '4' }),
      ],
      other: [
        get({ 'transfer-encoding': 'chunked' }),
        get({ 'transfer-encoding': 'gzip, chunked' }),
      ],
    },
  },
  'protocol-repeated-header': {
    means: 'a header that must occur once and occurs more often',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: [
        get({ 'content-type': 'text/plain', 'Content-Type': 'text/html' }),
        get({ 'content-length': '0', 'Content-Length': '4' }),
      ],
      other: [
        get({ 'content-type': 'text/plain', 'x-content-type': 'text/html' }),
        get({ cookie: 'a=1', Cookie: 'b=2' }),
      ],
    },
  },
  'protocol-charset': {
    means: 'a character set that applications decode and filters do not',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        get({ 'content-type': 'text/html; charset=utf-7' }),
        get({ 'content-type': 'text/xml; charset="ibm037"' }),
      ],
      other: [
        get({ 'content-type': 'text/html; charset=utf-8' }),
        get({ 'content-type': 'text/html; charset=gbk' }),
      ],
    },
  },
  'protocol-multipart': {
    means: 'a boundary of parts that servers read in different ways',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: [
        get({ 'content-type': 'multipart/form-data; boundary=a; boundary=b' }),
        get({ 'content-type': 'multipart/mixed; boundary=a; Boundary="b"' }),
      ],
      other: [
        get({ 'content-type': 'multipart/form-data; boundary=a' }),
        get({ 'content-type': 'multipart/related; boundary="a b"' }),
      ],
    },
  },
  'protocol-range': {
    means: 'ranges that exhaust or crash a server',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: [
        get({ range: `bytes=${Array.from({ length: 20 }, (_, at) => `${at}-`).join(',')}` }),
        get({ range: 'bytes=0-18446744073709551615' }),
      ],
      other: [get({ range: 'bytes=0-1023' }), get({ range: 'bytes=0-1,5-9' })],
    },
  },
  'protocol-proxy': {
    means: 'a header that becomes the address of a proxy for the requests of an application',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [get({ proxy: 'http://files.test:8080' }), get({ Proxy: '10.0.0.9:3128' })],
      other: [get({ 'proxy-authorization': 'Basic eA==' }), get({ 'x-proxy': 'a' })],
    },
  },
  'protocol-path-override': {
    means: 'a header that gives the request another path than the one that proxies check',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [get({ 'x-original-url': '/admin' }), get({ 'X-Rewrite-URL': '/admin' })],
      other: [get({ 'x-url': '/admin' }), get({ referer: 'https://shop.test/admin' })],
    },
  },
  'protocol-internal-header': {
    means: 'a header that a framework sends to itself',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        get({ 'x-middleware-subrequest': 'middleware' }),
        get({ 'X-Middleware-Subrequest': 'src/middleware:src/middleware' }),
      ],
      other: [get({ 'x-requested-with': 'XMLHttpRequest' }), get({ 'x-middleware-prefetch': '1' })],
    },
  },
  'protocol-hop-by-hop': {
    means: 'a request to proxies to drop headers that the server relies on',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: [
        get({ connection: 'close, X-Forwarded-For' }),
        get({ connection: 'keep-alive, Authorization' }),
      ],
      other: [get({ connection: 'close' }), get({ connection: 'Upgrade, HTTP2-Settings' })],
    },
  },
  'protocol-address-claim': {
    means: 'a header that claims that the client is the server itself',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: [
        get({ 'x-custom-ip-authorization': '127.0.0.1' }),
        get({ 'x-originating-ip': 'localhost' }),
      ],
      other: [get({ 'x-forwarded-for': '203.0.113.9' }), get({ 'x-real-ip': '10.0.0.2' })],
    },
  },
  'protocol-missing-agent': {
    means: 'a request without the name of the client',
    severity: 'notice',
    paranoia: 2,
    isNotice: true,
    samples: {
      matching: [
        { ...get({}), headers: { host: 'shop.test', accept: '*/*' } },
        { ...get({}, 'POST'), headers: { host: 'shop.test' } },
      ],
      other: [get({}), get({ 'user-agent': 'curl/8' })],
    },
  },
  'protocol-missing-accept': {
    means: 'a request that does not say which types the client accepts',
    severity: 'notice',
    paranoia: 3,
    isNotice: true,
    samples: {
      matching: [
        { ...get({}), headers: { host: 'shop.test', 'user-agent': 'x' } },
        { ...get({}, 'PUT'), headers: { host: 'shop.test' } },
      ],
      other: [get({}, 'PUT'), get({ accept: 'text/html' })],
    },
  },
} as const satisfies Record<string, SignEntry>;
