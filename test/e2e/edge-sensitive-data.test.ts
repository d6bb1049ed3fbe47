/** Responses that leak data: they are forwarded unchanged, and findings are logged. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { sensitiveDataRuleset } from '../../src/catalogs/managed-rulesets/sensitive-data/sensitive-data.ts';
import { executeOf, ruleOf, rulesOf } from '../support/edge-rules.ts';
import { originOf, siteOf } from '../support/edge-snapshots.ts';
import { eventually } from '../support/eventually.ts';
import { recordedTelemetry } from '../support/recorded-telemetry.ts';
import { openTestEdge, type TestEdge } from '../support/test-edge.ts';

/** Written in two pieces, so that secret scanners do not flag this file. */
const KEY = `-----BEGIN RSA PRIVATE${' KEY'}-----\n${'MIIEowIBAAKCAQEA1c7+9z5Pad7OejecsQ0b'.repeat(8)}\n-----END RSA PRIVATE KEY-----`;
const LEAK = `<p>Card 4111 1111 1111 1111</p>\n<p>IBAN DE89 3704 0044 0532 0130 00</p>\n<pre>\n${KEY}\n</pre>`;
const WRONG = JSON.stringify({ card: '4111 1111 1111 1112', iban: 'DE88 3704 0044 0532 0130 00' });

type Page = { readonly body: string | Buffer; readonly headers: Record<string, string> };
const json = { 'content-type': 'application/json' };
const html = { 'content-type': 'text/html; charset=utf-8' };

const pages: Record<string, Page> = {
  '/leak': { body: LEAK, headers: html },
  '/wrong': { body: WRONG, headers: json },
  '/gzip': { body: gzipSync(LEAK), headers: { ...html, 'content-encoding': 'gzip' } },
  '/br': { body: brotliCompressSync(LEAK), headers: { ...html, 'content-encoding': 'br' } },
  '/utf16': {
    body: Buffer.from(LEAK, 'utf16le'),
    headers: { 'content-type': 'text/plain; charset=utf-16le' },
  },
  '/compress': { body: LEAK, headers: { ...html, 'content-encoding': 'compress' } },
  '/image': { body: LEAK, headers: { 'content-type': 'image/png' } },
  '/late': { body: `${'x '.repeat(600_000)}${LEAK}`, headers: { 'content-type': 'text/plain' } },
};

const pathOf = (target: string): string => target.split('?', 1)[0] ?? '';

/** A zone whose responses are scanned with some of the rules. */
function scanned(
  zone: ReturnType<typeof siteOf>['zone'],
  isOn: (rule: (typeof sensitiveDataRuleset.rules)[number]) => boolean,
  condition = 'http.response.code eq 200 and not http.request.uri.path eq "/excluded"',
) {
  const rules = sensitiveDataRuleset.rules.map((rule) => ({ id: rule.id, enabled: isOn(rule) }));
  const rulesets = rulesOf({
    http_response_firewall_managed: [
      executeOf(
        'e',
        {
          kind: 'managed',
          rulesetId: sensitiveDataRuleset.id,
          overrides: { rules },
        },
        condition,
      ),
    ],
  });
  return { ...zone, sections: { ...zone.sections, rulesets } };
}

/** A zone in which an earlier rule skips the scans of responses. */
function skipping(zone: ReturnType<typeof scanned>) {
  const skip = ruleOf('skip', 'skip', 'true', { phases: ['http_response_firewall_managed'] });
  const { rulesets } = zone.sections;
  const phases = {
    ...rulesets.phases,
    ...rulesOf({ http_request_firewall_custom: [skip] }).phases,
  };
  return { ...zone, sections: { ...zone.sections, rulesets: { ...rulesets, phases } } };
}

describe('answers that leak', () => {
  let origin: Server;
  let edge: TestEdge;
  let sites: Parameters<typeof openTestEdge>[0];

  before(async () => {
    origin = createServer((request, response) => {
      const { body, headers } = pages[pathOf(request.url ?? '')] ?? { body: 'end', headers: {} };
      response.writeHead(200, headers).end(body);
    }).listen(0, '127.0.0.1');
    await once(origin, 'listening');
    const { zone, pool } = siteOf('shop.test', [originOf((origin.address() as AddressInfo).port)]);
    const { port } = origin.address() as AddressInfo;
    const few = siteOf('few.test', [originOf(port)]);
    const always = siteOf('always.test', [originOf(port)]);
    const skipped = siteOf('skipped.test', [originOf(port)]);
    const off = siteOf('off.test', [originOf(port)]);
    sites = {
      zones: [
        scanned(zone, ({ defaultEnabled }) => defaultEnabled),
        scanned(few.zone, ({ ref }) => ref === 'iban'),
        scanned(always.zone, ({ defaultEnabled }) => defaultEnabled, 'true'),
        skipping(scanned(skipped.zone, ({ defaultEnabled }) => defaultEnabled, 'true')),
        scanned(off.zone, () => false, 'true'),
      ],
      pools: [pool, few.pool, always.pool, skipped.pool, off.pool],
    };
    edge = await openTestEdge(sites);
  });
  after(async () => {
    await edge.close();
    origin.close();
  });

  async function get(path: string, { port } = edge, host = 'shop.test'): Promise<void> {
    const options = { host: '127.0.0.1', port, path, headers: { host } };
    const [response] = (await once(request(options).end(), 'response')) as [IncomingMessage];
    const { length } = await buffer(response);
    assert.deepEqual([response.statusCode, length], [200, pages[pathOf(path)]?.body.length]);
  }

  /** Refs of the rules that found something in a response, after another response was scanned, too. */
  async function found(path: string, host = 'shop.test'): Promise<string[]> {
    edge.security.length = 0;
    await get(path, edge, host);
    // Jobs run in order: a finding of the last one shows that the first one is done.
    await get('/leak');
    const refs = () =>
      edge.security.filter(
        ({ fields }) => fields.ClientRequestPath === path && fields.Source === 'dlp',
      );
    await eventually('the response was scanned', () => {
      edge.flush();
      return edge.security.filter(({ fields }) => fields.ClientRequestPath === '/leak').length >= 3;
    });
    return refs()
      .map(({ fields }) => fields.Ref)
      .toSorted();
  }

  const all = ['iban', 'payment-card-number', 'pem-private-key'];
  const table: readonly [string, readonly string[]][] = [
    ['/gzip', all],
    ['/br', all],
    ['/utf16', all],
    ['/wrong', []],
    ['/image', []],
    ['/late', []],
  ];
  for (const [path, expected] of table) {
    it(`of ${path} show ${expected.length === 0 ? 'nothing' : expected.join(', ')}`, async () => {
      const refs = await found(path);
      assert.deepEqual(refs, expected);
    });
  }

  it('are scanned by rules for all responses, unless a rule skips it', async () => {
    assert.deepEqual(await found('/br', 'always.test'), all);
    assert.deepEqual(await found('/br', 'skipped.test'), []);
    assert.deepEqual(await found('/br', 'off.test'), []);
  });

  it('are scanned only for enabled rules', async () => {
    assert.deepEqual(await found('/br', 'few.test'), ['iban']);
  });

  it('are reported without the value, even if it is also in the URL', async () => {
    edge.security.length = 0;
    await get('/leak?card=4111111111111111&next=/account/4111111111111111');
    await eventually('the response was scanned', () => {
      edge.flush();
      return edge.security.length >= 3;
    });
    assert.doesNotMatch(JSON.stringify(edge.security), /4111111111111111/);
    const [event] = edge.security;
    assert.match(event?.fields.ClientRequestQuery ?? '', /^\?card=\(16 characters\)&next=/);
  });

  it('are counted when their encoding is unknown', async () => {
    const telemetry = recordedTelemetry();
    const other = await openTestEdge(sites, {}, { telemetry });
    await get('/compress', other);
    await other.close();
    assert.deepEqual(other.security, []);
    assert.ok(JSON.stringify(telemetry.records).includes('{"result":"unreadable"}'));
  });

  it('are scanned completely when the edge drains', async () => {
    // On a busy machine a scan may take longer than a draining process waits.
    const ending = await openTestEdge(sites, {}, { lastScansMs: 60_000 });
    // The thread starts with the first response.
    await get('/leak', ending);
    await eventually('the first response was scanned', () => {
      ending.flush();
      return ending.security.length === all.length;
    });
    await get('/leak', ending);
    await ending.close();
    assert.deepEqual(
      ending.security.map(({ fields }) => fields.Ref).toSorted(),
      [...all, ...all].toSorted(),
    );
  });

  it('are reported with position and masked excerpt, and never with the value', async () => {
    await found('/image');
    const text = JSON.stringify(edge.security);
    assert.doesNotMatch(text, /4111 1111 1111 1111|3704 0044|MIIEow/);
    const [event] = edge.security;
    assert.ok(event);
    assert.deepEqual([event.fields.Action, event.fields.Source], ['log', 'dlp']);
    assert.equal(event.fields.Metadata['count'], 1);
  });
});
