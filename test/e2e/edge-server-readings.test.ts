/** Rules about a value must act on every spelling in which a real server reads it; see docs/server-readings.md. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { Recording } from '../../scripts/server-readings/recording.ts';
import { ruleOf, rulesOf } from '../support/edge-rules.ts';
import { originOf, siteOf } from '../support/edge-snapshots.ts';
import { openTestEdge, type TestEdge } from '../support/test-edge.ts';
import { visit } from '../support/visit.ts';

const fixture = new URL('../fixtures/server-readings.json', import.meta.url);
const { cases }: Recording = JSON.parse(readFileSync(fixture, 'utf8'));
type Case = Recording['cases'][number];

/** Whether a server reads this value of the field that the rules name. */
const isRead = ({ reads }: Case, value: string) =>
  Object.values(reads).some((pairs) =>
    pairs?.some(([name, read]) => name === 'q' && read === value),
  );

const fields = {
  query: ['http.request.uri.args'],
  cookie: ['http.request.cookies'],
  body: ['http.request.body.form', 'http.request.body.multipart'],
} as const;

const isQ = (at: Case['at'], value: string) =>
  fields[at].map((field) => `any(url_decode(${field}["q"][*])[*] eq "${value}")`).join(' or ');

describe('rules about a field', () => {
  let origin: Server;
  let edge: TestEdge;
  let site: ReturnType<typeof siteOf>;

  before(async () => {
    origin = createServer((incoming, outgoing) => {
      incoming.resume().on('end', () => outgoing.end('taken'));
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

  async function statusOf({ at, text, type }: Pick<Case, 'at' | 'text' | 'type'>): Promise<number> {
    const { status } = await visit(edge.port, {
      path: at === 'query' ? `/?${text}` : '/',
      ...(at === 'body' && { method: 'POST', body: Buffer.from(text, 'latin1') }),
      headers: {
        ...(at === 'cookie' && { cookie: text }),
        ...(type !== undefined && { 'content-type': type }),
      },
    });
    return status;
  }

  for (const at of ['query', 'cookie', 'body'] as const) {
    it(`act on what servers read: ${at}`, async () => {
      const expression = `${isQ(at, 'bad')} or http.request.body.malformed`;
      await edge.applyRules(
        site.zone,
        rulesOf({ http_request_firewall_custom: [ruleOf('r', 'block', expression)] }),
      );
      const read = cases.filter((each) => each.at === at && isRead(each, 'bad'));
      assert.ok(read.length >= 10);
      for (const each of read) assert.equal(await statusOf(each), 403, each.what);
    });
  }

  it('act on an encoded name after more arguments than servers change names of', async () => {
    const blocking = ruleOf('r', 'block', isQ('query', 'bad'));
    await edge.applyRules(site.zone, rulesOf({ http_request_firewall_custom: [blocking] }));
    for (const name of ['q', '%71']) {
      const text = `${'a&'.repeat(1_001)}${name}=bad`;
      assert.equal(await statusOf({ at: 'query', text }), 403, name);
    }
  });

  it('act on a field behind the boundary that PHP takes: the first one anywhere in the type', async () => {
    const expression = isQ('body', 'bad');
    await edge.applyRules(
      site.zone,
      rulesOf({ http_request_firewall_custom: [ruleOf('r', 'block', expression)] }),
    );
    const part = 'Content-Disposition: form-data; name="q"\r\n\r\nbad\r\n';
    for (const [type, status] of [
      ['multipart/form-data; xboundary=a; boundary=b', 403],
      ['multipart/form-data; boundary=b', 200],
    ] as const) {
      const text = `--a\r\n${part}--a--\r\n`;
      assert.equal(await statusOf({ at: 'body', text, type }), status, type);
    }
  });

  it('act on names that Express makes of text after a quoted name, or of a bare line feed', async () => {
    const blocking = ruleOf('r', 'block', 'http.request.body.malformed');
    await edge.applyRules(site.zone, rulesOf({ http_request_firewall_custom: [blocking] }));
    for (const [name, status] of [
      ['"q"', 200],
      ['"q" ; x="y"', 200],
      ['"us"er', 403],
      ['"us" er', 403],
      ['"q",', 403],
      ['"q"; x="y"z', 403],
      ['"q"\nContent-Type: text/plain', 403],
      ['"q"\n', 403],
    ] as const) {
      const head = `--a\r\nContent-Disposition: form-data; name=${name}\r\n\r\n`;
      const type = 'multipart/form-data; boundary=a';
      const text = `${head}bad\r\n--a--\r\n`;
      assert.equal(await statusOf({ at: 'body', text, type }), status, name);
    }
  });

  it('skip only if all servers read the value', async () => {
    const skipping = ruleOf('open', 'skip', isQ('query', 'good'), { ruleset: 'current' });
    await edge.applyRules(
      site.zone,
      rulesOf({ http_request_firewall_custom: [skipping, ruleOf('closed', 'block')] }),
    );
    for (const [text, status] of [
      ['q=good', 200],
      ['q=good&a.b=1', 200],
      ['%71=good', 403],
      ['+q=good', 403],
      ['q%00x=good', 403],
      ['q[]=good', 403],
    ] as const) {
      assert.equal(await statusOf({ at: 'query', text }), status, text);
    }
  });

  it('see names as sent in the field itself', async () => {
    const expression = 'any(http.request.uri.args.names[*] eq "%71")';
    await edge.applyRules(
      site.zone,
      rulesOf({ http_request_firewall_custom: [ruleOf('r', 'block', expression)] }),
    );
    assert.equal(await statusOf({ at: 'query', text: '%71=1' }), 403);
    assert.equal(await statusOf({ at: 'query', text: 'q=1' }), 200);
  });
});
