/**
 * Spellings of bodies that try to bypass a rule, and how servers read them. Protecting rules must act if any server
 * reads the protected value; skip rules must act only if all servers do; and a body that violates the format that its
 * headers name must be malformed.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import {
  brotliCompressSync,
  brotliDecompressSync,
  deflateSync,
  gunzipSync,
  gzipSync,
  inflateSync,
} from 'node:zlib';
import { ruleOf, rulesOf, type WrittenRules } from '../support/edge-rules.ts';
import { originOf, siteOf } from '../support/edge-snapshots.ts';
import { openTestEdge, type TestEdge } from '../support/test-edge.ts';
import { visitAndFlush } from '../support/visit.ts';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const MULTIPART = 'multipart/form-data; boundary=b';

const part = (head: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n--b--\r\n`;
const encodedPart = (header: string, value: string) => part(`name="q"\r\n${header}`, value);
/** Gzip content with a text in its head, which servers that do not decode it can read. */
const withName = (name: string, content: string) =>
  Buffer.concat([
    Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3]),
    Buffer.from(`${name}\0`),
    gzipSync(content).subarray(10),
  ]);

interface Spelling {
  readonly what: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** Whether a server can read `bad`, and whether all read `good`. */
  readonly reads: 'bad' | 'good' | 'both' | 'neither';
  readonly isMalformed: boolean;
}

const spelling = (
  what: string,
  type: string,
  body: string | Buffer,
  reads: Spelling['reads'],
  { encoding = '', isMalformed = false } = {},
): Spelling => ({
  what,
  headers: { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) },
  body,
  reads,
  isMalformed,
});

const gzip = { encoding: 'gzip' };
const broken = { isMalformed: true };

const spellings: readonly Spelling[] = [
  spelling('a form', FORM, 'q=bad', 'bad'),
  spelling('a good form', FORM, 'q=good', 'good'),
  spelling('a form with an encoded name', FORM, '%71=bad', 'bad'),
  spelling('a compressed form', FORM, gzipSync('q=bad'), 'bad', gzip),
  spelling('a good compressed form', FORM, gzipSync('q=good'), 'neither', gzip),
  spelling('a form compressed twice', FORM, gzipSync(gzipSync('q=bad')), 'bad', {
    encoding: 'gzip, gzip',
  }),
  spelling('a form in brotli', FORM, brotliCompressSync('q=bad'), 'bad', { encoding: 'br' }),
  spelling('a form in deflate', FORM, deflateSync('q=bad'), 'bad', { encoding: 'deflate' }),
  spelling('a form that is no deflate', FORM, 'q=bad', 'bad', { encoding: 'deflate', ...broken }),
  spelling('a form that is no gzip', FORM, 'q=bad', 'bad', { ...gzip, ...broken }),
  spelling('a form as the name of gzip', FORM, withName('&q=bad&', 'q=good'), 'both', {
    ...gzip,
    ...broken,
  }),
  spelling('a file as the name of gzip', FORM, withName('a.txt', 'q=good'), 'neither', gzip),
  spelling(
    'a form after gzip',
    FORM,
    Buffer.concat([gzipSync('q=good'), Buffer.from('&q=bad')]),
    'both',
    { ...gzip, ...broken },
  ),
  spelling(
    'a form after brotli',
    FORM,
    Buffer.concat([brotliCompressSync('q=good'), Buffer.from('&q=bad')]),
    'both',
    { encoding: 'br', ...broken },
  ),
  spelling(
    'a form in UTF-16',
    `${FORM}; charset=utf-16le`,
    Buffer.from('q=bad', 'utf16le'),
    'bad',
    broken,
  ),
  spelling('a form in an unknown charset', `${FORM}; charset=ibm037`, 'q=x', 'neither', broken),
  spelling('a form with an escape that is none', FORM, 'q=good&x=%zz', 'good', broken),
  spelling('JSON', JSON_TYPE, '{"q":"bad"}', 'bad'),
  spelling('good JSON', JSON_TYPE, '{"q":"good"}', 'good'),
  spelling('JSON with escapes', JSON_TYPE, '{"\\u0071":"b\\u0061d"}', 'bad'),
  spelling('compressed JSON', JSON_TYPE, gzipSync('{"q":"bad"}'), 'bad', gzip),
  spelling('JSON that is no gzip', JSON_TYPE, '{"q":"bad"}', 'bad', { ...gzip, ...broken }),
  spelling('JSON with a mark', JSON_TYPE, '\ufeff{"q":"bad"}', 'bad', broken),
  spelling('JSON in UTF-16', JSON_TYPE, Buffer.from('{"q":"bad"}', 'utf16le'), 'bad', broken),
  spelling('JSON with a name twice', JSON_TYPE, '{"q":"bad","q":"good"}', 'good', broken),
  spelling('JSON with NaN', JSON_TYPE, '{"x":NaN,"q":"bad"}', 'neither', broken),
  spelling('JSON with a comment', JSON_TYPE, '{/**/"q":"bad"}', 'neither', broken),
  spelling('JSON with single quotes', JSON_TYPE, "{'q':'bad'}", 'neither', broken),
  spelling('JSON of a type of its own', 'application/vnd.api+json', '{"q":"bad",}', 'bad', broken),
  spelling('a part', MULTIPART, part('name="q"', 'bad'), 'bad'),
  spelling('a good part', MULTIPART, part('name="q"', 'good'), 'good'),
  spelling('an extended name', MULTIPART, part("name*=utf-8''%71", 'bad'), 'bad', broken),
  spelling(
    'a name and an extended one',
    MULTIPART,
    part("name=x; name*=utf-8''q", 'bad'),
    'bad',
    broken,
  ),
  spelling('an escaped name', MULTIPART, part('name="\\q"', 'bad'), 'bad', broken),
  spelling('a percent-encoded name', MULTIPART, part('name="%71"', 'bad'), 'bad', broken),
  spelling('two names', MULTIPART, part('name="x"; name="q"', 'bad'), 'bad', broken),
  spelling(
    'a part in base64',
    MULTIPART,
    encodedPart('Content-Transfer-Encoding: base64', 'YmFk'),
    'bad',
  ),
  spelling(
    'a good part in base64',
    MULTIPART,
    encodedPart('Content-Transfer-Encoding: base64', 'Z29vZA=='),
    'neither',
  ),
  spelling(
    'a quoted-printable part',
    MULTIPART,
    encodedPart('Content-Transfer-Encoding: Quoted-Printable', 'b=61=\r\nd'),
    'bad',
  ),
  spelling(
    'a part in UTF-16',
    MULTIPART,
    Buffer.from(encodedPart('Content-Type: text/plain; charset=utf-16le', 'b\0a\0d\0'), 'latin1'),
    'bad',
  ),
  spelling(
    'a part in an unknown encoding',
    MULTIPART,
    encodedPart('Content-Transfer-Encoding: x', 'good'),
    'good',
    broken,
  ),
  spelling('a part without an end', MULTIPART, part('name="q"', 'bad').slice(0, -9), 'bad', broken),
  spelling('text that promises nothing', 'text/plain', "{'q':NaN", 'neither'),
];

const isQ = (value: string) =>
  `any(http.request.body.form["q"][*] eq "${value}")
    or any(http.request.body.multipart["q"][*] eq "${value}")
    or lookup_json_string(http.request.body.raw, "q") eq "${value}"`;
const custom = (...rules: ReturnType<typeof ruleOf>[]) =>
  rulesOf({ http_request_firewall_custom: rules });
const ratelimit = {
  characteristics: ['cf.colo.id', 'ip.src'],
  period: 3_600,
  requests_per_period: 1,
  mitigation_timeout: 3_600,
};
const protecting: Readonly<Record<string, WrittenRules>> = {
  'a block': custom(ruleOf('r', 'block', isQ('bad'))),
  'one of many blocks': custom(
    ...['a', 'b', 'c', 'bad'].map((value) => ruleOf(value, 'block', isQ(value))),
  ),
  'a log': custom(ruleOf('r', 'log', isQ('bad'))),
  'a challenge': custom(ruleOf('r', 'managed_challenge', isQ('bad'))),
  'a rate limit': rulesOf({
    http_ratelimit: [ruleOf('r', 'block', isQ('bad'), {}, { ratelimit })],
  }),
};

interface Got {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The values of `q` for strict servers: one that decodes bodies, and one that does not. */
async function understood({ headers, body }: Got): Promise<unknown[]> {
  const type = headers['content-type'] ?? '';
  const decode = decoders[headers['content-encoding'] ?? ''];
  const values: unknown[] = [];
  for (const read of [() => body, () => decode?.(body) ?? body]) {
    try {
      values.push(await readQ(type, read()));
    } catch {
      // A strict server refuses it.
    }
  }
  return values;
}

const decoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: (bytes) => gunzipSync(bytes),
  deflate: (bytes) => inflateSync(bytes),
  br: (bytes) => brotliDecompressSync(bytes),
};

async function readQ(type: string, bytes: Buffer): Promise<unknown> {
  const response = new Response(new Uint8Array(bytes), { headers: { 'content-type': type } });
  if (type.includes('json')) return ((await response.json()) as { q?: unknown }).q;
  return (await response.formData()).get('q');
}

describe('what rules judge of bodies', () => {
  const got: Got[] = [];
  let origin: Server;
  let edge: TestEdge;
  let site: ReturnType<typeof siteOf>;

  before(async () => {
    origin = createServer(async (incoming, outgoing) => {
      got.push({ headers: incoming.headers, body: await buffer(incoming) });
      outgoing.end('taken');
    }).listen(0, '127.0.0.1');
    await once(origin, 'listening');
    site = siteOf('shop.test', [originOf((origin.address() as AddressInfo).port)]);
    edge = await openTestEdge({ zones: [site.zone], pools: [site.pool] });
  });
  after(async () => {
    await edge.close();
    origin.closeAllConnections();
    origin.close();
  });

  async function ask({ headers, body }: Pick<Spelling, 'headers' | 'body'>) {
    got.length = 0;
    edge.security.length = 0;
    const { status } = await visitAndFlush(edge, { method: 'POST', headers, body });
    return { status, origin: got[0], events: edge.security.length };
  }

  for (const [name, rules] of Object.entries(protecting)) {
    it(`protect against every spelling: ${name}`, async () => {
      await edge.applyRules(site.zone, rules);
      // The limit is reached by a form in its usual spelling.
      if (name === 'a rate limit') await ask({ headers: { 'content-type': FORM }, body: 'q=bad' });
      for (const each of spellings) {
        const { status, origin: reached, events } = await ask(each);
        const acts = status !== 200 || events > 0;
        assert.equal(acts, each.reads === 'bad' || each.reads === 'both', each.what);
        if (!reached) continue;
        assert.deepEqual(reached.body, Buffer.from(each.body), each.what);
        if (acts) continue;
        const values = await understood(reached);
        assert.ok(!values.includes('bad'), each.what);
      }
    });
  }

  it('must all match for a skip rule', async () => {
    const rules = custom(
      ruleOf('open', 'skip', isQ('good'), { ruleset: 'current' }),
      ruleOf('closed', 'block'),
    );
    await edge.applyRules(site.zone, rules);
    for (const each of spellings) {
      const { status, origin: reached } = await ask(each);
      assert.equal(status === 200, each.reads === 'good', each.what);
      for (const value of reached ? await understood(reached) : [])
        assert.equal(value, 'good', each.what);
    }
  });

  it('show which bodies are malformed', async () => {
    await edge.applyRules(site.zone, custom(ruleOf('r', 'block', 'http.request.body.malformed')));
    for (const each of spellings) {
      assert.equal((await ask(each)).status === 403, each.isMalformed, each.what);
    }
    assert.ok(spellings.length >= 40);
  });

  it('include the body as sent and the decoded text in body.raw', async () => {
    const raw = (text: string) =>
      custom(ruleOf('r', 'block', `http.request.body.raw contains "${text}"`));
    const body = withName('&in-the-head&', 'in-the-content');
    const headers = { 'content-type': FORM, 'content-encoding': 'gzip' };
    for (const [text, status] of [
      ['in-the-head', 403],
      ['in-the-content', 403],
      ['nowhere', 200],
    ] as const) {
      await edge.applyRules(site.zone, raw(text));
      assert.equal((await ask({ headers, body })).status, status, text);
    }
  });
});
