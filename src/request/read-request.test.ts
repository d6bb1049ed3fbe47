import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { requestExtractors } from './fields/request-extractors.ts';
import { type ReadSettings, readRequest } from './read-request.ts';

const read = (text: string | Buffer, settings?: ReadSettings) =>
  readRequest(Buffer.from(text as string, 'latin1'), { receivedAt: 1_000 }, settings);

/** Values of a field in all readings. */
async function values(field: keyof typeof requestExtractors, ...sent: Parameters<typeof read>) {
  return (await read(...sent)).readings.map((reading) => requestExtractors[field]?.(reading));
}

const post = (headers: string, body: string | Buffer) =>
  Buffer.concat([
    Buffer.from(`POST / HTTP/1.1\r\nHost: a.test\r\n${headers}\r\n\r\n`),
    Buffer.from(body as string, 'latin1'),
  ]);
const FORM = 'Content-Type: application/x-www-form-urlencoded';

describe('the head of a request in a file', () => {
  for (const end of ['\r\n', '\n']) {
    it(`is read with lines that end in ${JSON.stringify(end)}`, async () => {
      const text = ['GET /a?b=1 HTTP/1.1', 'Host: A.test:81', 'X-A: \tb ', '', ''].join(end);
      const [{ method, target, rawHost, headers, receivedAt, serverPort }] = (await read(text))
        .readings;
      assert.deepEqual([method, target, rawHost], ['GET', '/a?b=1', 'A.test:81']);
      assert.deepEqual(headers, [
        ['Host', 'a.test'],
        ['X-A', 'b'],
      ]);
      assert.deepEqual([receivedAt, serverPort], [1_000, 80]);
    });
  }

  for (const [line, uri] of [
    ['GET https://a.test?b HTTP/1.1', 'https://a.test/?b'],
    ['GET http://a.test/b HTTP/1.1', 'http://a.test/b'],
    ['OPTIONS * HTTP/1.1', 'http://b.test/'],
  ] as const) {
    it(`is read with the target of ${line}`, async () => {
      const host = line.includes('*') ? 'Host: b.test\n' : '';
      assert.deepEqual(await values('http.request.full_uri', `${line}\n${host}\n`), [uri]);
    });
  }

  for (const [text, problem] of [
    ['', 'line 1 must be like'],
    ['get / HTTP/1.1\n\n', 'line 1 must be like'],
    ['GET /a b HTTP/1.1\n\n', 'line 1 must be like'],
    ['GET /\xe9 HTTP/1.1\n\n', 'line 1 must be like'],
    ['GET / HTTP/1.1\r\nno colon\r\n\r\n', 'line 2 is not a header'],
    ['GET / HTTP/1.1\nHost: a.test\n folded: line\n\n', 'line 3 is not a header'],
    ['GET / HTTP/1.1\nHost: a.test\nX-A: 1\nX-B: \0\n\n', 'line 4 contains a control character'],
    ['GET / HTTP/1.1\nX-A: 1\rX-B: 2\n\n', 'line 2 contains a control character'],
  ] as const) {
    it(`has an error for ${JSON.stringify(text)}`, async () => {
      await assert.rejects(read(text), ({ message }: Error) =>
        message.startsWith(`the request file cannot be read: ${problem}`),
      );
    });
  }
});

describe('the body of a request in a file', () => {
  for (const length of ['', 'Content-Length: 1\r\n', 'Content-Length: 900\r\n']) {
    it(`is the rest of the file with ${JSON.stringify(length)}`, async () => {
      const bytes = post(`${length}${FORM}`, 'a=1&b=2\n\nc');
      const [names] = await values('http.request.body.form', bytes);
      assert.deepEqual(
        names,
        new Map([
          ['a', ['1']],
          ['b', ['2\n\nc']],
        ]),
      );
    });
  }

  it('may be compressed', async () => {
    const packed = gzipSync('a=1');
    const bytes = post(`Content-Encoding: gzip\r\n${FORM}`, packed);
    const raw = await values('http.request.body.raw', bytes);
    assert.ok(raw.includes(packed.toString('latin1')) && raw.includes('a=1'));
    const damaged = await values('http.request.body.malformed', bytes.subarray(0, -1));
    assert.ok(damaged.every((is) => is === true));
  });

  for (const [what, body, expected] of [
    ['chunks', '3;x=y\r\na=1\r\nA\r\n&b=2345678\r\n0\r\nX-T: 1\r\n\r\n', 'a=1&b=2345678'],
    ['no chunks', 'a=1', 'a=1'],
    ['an incomplete chunk', '9\r\na=1', '9\r\na=1'],
    ['a chunk without its end', '2\r\na=1\r\n0\r\n\r\n', '2\r\na=1\r\n0\r\n\r\n'],
    ['no last chunk', '3\r\na=1\r\n', '3\r\na=1\r\n'],
  ] as const) {
    it(`is read with chunked framing and ${what}`, async () => {
      const bytes = post('Transfer-Encoding: gzip, chunked', body);
      assert.deepEqual((await values('http.request.body.raw', bytes))[0], expected);
    });
  }

  it('is inspected up to the limit of the edge', async () => {
    const bytes = post('Content-Type: text/plain', 'x'.repeat(200_000));
    const cut = async (settings?: ReadSettings) => {
      const [reading] = (await read(bytes, settings)).readings;
      return [reading.body.length, reading.bodyIsTruncated, reading.bodySize];
    };
    assert.deepEqual(await cut(), [131_072, true, 200_000]);
    assert.deepEqual(await cut({ inspectedBytes: 300_000 }), [200_000, false, 200_000]);
  });
});

describe('the readings of a request in a file', () => {
  const get = (target: string) => `GET ${target} HTTP/1.1\nHost: a.test\n\n`;

  it('include those of the path, the first as origins get it', async () => {
    const paths = await values('http.request.uri.path', get('/x/../a%2Fb'));
    assert.deepEqual(paths, ['/a%2Fb', '/a/b']);
    const raw = await values('raw.http.request.uri.path', get('/x/../a%2Fb'));
    assert.deepEqual(raw, ['/x/../a%2Fb', '/x/../a%2Fb']);
  });

  it('are those of a refused request as well', async () => {
    const { readings, isAmbiguousPath } = await read(get('/x/..%2Fadmin'));
    assert.equal(isAmbiguousPath, true);
    assert.ok(readings.some(({ target }) => target === '/admin'));
    assert.equal((await read(get('/admin'))).isAmbiguousPath, false);
  });

  it('multiply: targets, bodies and names', async () => {
    const bytes = Buffer.from(
      post(`Content-Encoding: gzip\r\n${FORM}`, gzipSync('a[]=1'))
        .toString('latin1')
        .replace('POST /', 'POST /a%2Fb'),
      'latin1',
    );
    const { readings } = await read(bytes);
    const keys = readings.map(
      ({ target, bodyIndex, readsLeniently }) => `${target} ${bodyIndex} ${readsLeniently}`,
    );
    assert.equal(new Set(keys).size, 8);
    assert.equal(keys[0], '/a%2Fb 0 false');
    const forms = await values('http.request.body.form', bytes);
    assert.ok(forms.some((form) => (form as Map<string, string[]>).has('a')));
  });
});
