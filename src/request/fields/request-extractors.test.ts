import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fields } from '../../catalogs/fields/fields.ts';
import type { GeoLocation } from '../../contracts/geo-location.ts';
import { sampleRequest } from '../../expression/fixtures/sample-request.ts';
import { parseRequestFile } from '../../tools/request-file.ts';
import { requestExtractors } from './request-extractors.ts';

/** The sample request of the examples of the rule language. */
const text = [
  'POST https://Shop.Example.com/Admin/Login.php?user=alice&role=admin&role=root&q=%3Cscript%3E&empty= HTTP/1.1',
  'User-Agent: Mozilla/5.0 (X11; Linux x86_64)',
  'Content-Type: application/x-www-form-urlencoded',
  'X-Tag: alpha',
  'X-Tag: Beta',
  'Accept: application/json',
  'Cookie: session=abc123; theme=dark',
  'Palisade-Client-Address: 203.0.113.77',
  '',
  'username=bob%40example.com&password=S3cret%21&username=second',
  '',
  'HTTP/1.1 200 OK',
  'Content-Type: application/json; charset=utf-8',
  'Set-Cookie: a=1',
  'Set-Cookie: b=2',
  '',
].join('\r\n');

/** The examples have the host as sent; the edge normalises it. */
function withNormalHost(value: unknown): unknown {
  if (typeof value === 'string') return value.replace('Shop.Example.com', 'shop.example.com');
  if (Array.isArray(value)) return value.map(withNormalHost);
  if (!(value instanceof Map)) return value;
  return new Map([...value].map(([name, each]) => [name, withNormalHost(each)]));
}

describe('extractors', () => {
  const request = {
    ...parseRequestFile(text),
    serverAddress: '2001:db8::5',
    geoLocation: { country: 'PT', asn: 64_500, isInEuropeanUnion: true } as GeoLocation,
  };
  let compared = 0;
  for (const [name, value] of sampleRequest) {
    const extract = (
      requestExtractors as Record<string, ((r: typeof request) => unknown) | undefined>
    )[name];
    // The examples give values for these fields, although the sample's body is a URL-encoded form.
    if (!extract || /timestamp|multipart|random/.test(name)) continue;
    compared += 1;
    it(`find ${name}`, () => assert.deepEqual(extract(request), withNormalHost(value)));
  }

  it('cover the fields of a request', () => assert.ok(compared >= 28, String(compared)));

  it('exist for every field that the catalog does not mark as unfilled, and for no other', () => {
    const declared = fields.filter(({ aliasOf }) => aliasOf === undefined);
    for (const { name, isUnfilled = false } of declared) {
      assert.equal(name in requestExtractors, !isUnfilled, name);
    }
  });

  it('create random bytes once per request', () => {
    const seed = requestExtractors['cf.random_seed'];
    assert.match(String(seed?.(request)), /^[\0-\xff]{16}$/);
    assert.equal(seed?.(request), seed?.(request));
    assert.notEqual(seed?.(request), seed?.(parseRequestFile(text)));
  });

  it('find cookies and raw fields', () => {
    const cookies = requestExtractors['http.request.cookies']?.(request) as Map<string, string[]>;
    assert.deepEqual(cookies.get('session'), ['abc123']);
    assert.deepEqual(cookies.get('theme'), ['dark']);
    assert.equal(requestExtractors['raw.http.request.uri.path']?.(request), '/Admin/Login.php');
    assert.equal(requestExtractors['raw.http.host']?.(request), 'Shop.Example.com');
  });

  it('limit the pairs of forms and cookies, and set the truncated fields', () => {
    const read = (
      name: 'http.request.body.truncated' | 'http.request.headers.truncated',
      pairs: number,
    ) => {
      const type = 'Content-Type: application/x-www-form-urlencoded';
      const cookies = `Cookie: ${'a=1;'.repeat(pairs).slice(0, -1)}`;
      const body = '&&a=1'.repeat(pairs);
      return requestExtractors[name]?.(
        parseRequestFile(`POST / HTTP/1.1\n${type}\n${cookies}\n\n${body}`),
      );
    };
    for (const name of ['http.request.body.truncated', 'http.request.headers.truncated'] as const) {
      assert.deepEqual([read(name, 1000), read(name, 1001)], [false, true], name);
    }
  });

  it('find form values by the decoded name and the name as sent', () => {
    const form = requestExtractors['http.request.body.form']?.(
      parseRequestFile(
        'POST / HTTP/1.1\nContent-Type: application/x-www-form-urlencoded;\n\na%5Bb%5D=%31&+c=2',
      ),
    );
    const expected: [string, string[]][] = [
      ['a[b]', ['%31']],
      ['a%5Bb%5D', ['%31']],
      ['c', ['2']],
      ['+c', ['2']],
    ];
    assert.deepEqual(form, new Map(expected));
  });

  it('join several cookie headers and decode names, not values', () => {
    const several = parseRequestFile(
      'GET / HTTP/1.1\nCookie: a%5Bb%5d=%31; a[b]=2\nCookie: x%zz=3; p+q=4; %C3%A9%=5\n\n',
    );
    assert.equal(
      requestExtractors['http.cookie']?.(several),
      'a%5Bb%5d=%31; a[b]=2; x%zz=3; p+q=4; %C3%A9%=5',
    );
    const expected: [string, string[]][] = [
      ['a[b]', ['%31', '2']],
      ['x%zz', ['3']],
      ['p+q', ['4']],
      ['\xc3\xa9%', ['5']],
    ];
    assert.deepEqual(requestExtractors['http.request.cookies']?.(several), new Map(expected));
  });

  it('find languages', () => {
    const languages = requestExtractors['http.request.accepted_languages'];
    const typed = 'GET / HTTP/1.1\nAccept-Language: de;q=0.5\nAccept-Language: pt\n\n';
    assert.deepEqual(languages?.(parseRequestFile(typed)), ['pt', 'de']);
    assert.deepEqual(languages?.(request), []);
  });

  it('find the raw headers of the response', () => {
    const headers = requestExtractors['raw.http.response.headers']?.(request);
    assert.deepEqual((headers as Map<string, string[]>).get('set-cookie'), ['a=1', 'b=2']);
    assert.deepEqual(requestExtractors['raw.http.response.headers.names']?.(request), [
      'Content-Type',
      'Set-Cookie',
      'Set-Cookie',
    ]);
    assert.deepEqual(requestExtractors['raw.http.response.headers.values']?.(request), [
      'application/json; charset=utf-8',
      'a=1',
      'b=2',
    ]);
  });

  it('have no value for the response in request phases', () => {
    const alone = parseRequestFile('GET / HTTP/1.1\nHost: a.test\n\n');
    assert.equal(requestExtractors['http.response.code']?.(alone), undefined);
    assert.equal(requestExtractors['http.request.uri.query']?.(alone), '');
    assert.deepEqual(requestExtractors['http.request.uri.args.names']?.(alone), []);
    assert.equal(requestExtractors['ssl']?.(alone), false);
  });

  for (const bad of ['', 'nonsense', 'GET', 'get / HTTP/1.1', 'GET / HTTP/1.1\nno colon\n\n']) {
    it(`refuse the request file ${JSON.stringify(bad)}`, () => {
      assert.throws(() => parseRequestFile(bad), /the request file cannot be read/);
    });
  }
});
