/** Fields that need a running edge: the connection, the zone and the request's id. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { connect as http2Connect } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ruleOf, rulesOf } from '../support/edge-rules.ts';
import { originOf, siteOf } from '../support/edge-snapshots.ts';
import { openTestEdge, type TestEdge } from '../support/test-edge.ts';
import { visit, visitAndFlush } from '../support/visit.ts';

const folder = fileURLToPath(new URL('../fixtures/tls', import.meta.url));

describe('fields that the edge fills in', () => {
  let origin: Server;
  let edge: TestEdge;

  before(async () => {
    origin = createServer((incoming, outgoing) => {
      outgoing.end(JSON.stringify(incoming.headers));
    }).listen(0, '127.0.0.1');
    await once(origin, 'listening');
    const site = siteOf('shop.test', [originOf((origin.address() as AddressInfo).port)]);
    const headers = Object.fromEntries(
      [
        'cf.zone.name',
        'cf.zone.plan',
        'cf.ray_id',
        'to_string(cf.edge.server_ip)',
        'to_string(cf.edge.server_port)',
        'http.request.version',
        'uuidv4(cf.random_seed)',
        'uuidv4(cf.random_seed)',
        'http.host',
        'raw.http.host',
        'http.request.full_uri',
        'raw.http.request.full_uri',
        'http.request.headers["host"][0]',
        'cf.tls_version',
        'cf.tls_cipher',
        'to_string(cf.edge.client_port)',
        'to_string(cf.edge.client_tcp)',
      ].map((expression, n) => [`x-${n}`, { operation: 'set', expression }]),
    );
    const rulesets = rulesOf({
      http_request_firewall_custom: [
        ruleOf('host', 'block', 'http.host eq "blocked.shop.test" and ip.src eq 127.0.0.1'),
      ],
      http_response_headers_transform: [
        ruleOf('times', 'rewrite', 'true', {
          headers: {
            'x-edge': { operation: 'set', expression: 'to_string(cf.timings.edge_msec)' },
            'x-ttfb': { operation: 'set', expression: 'to_string(cf.timings.origin_ttfb_msec)' },
          },
        }),
        ruleOf('none', 'rewrite', 'len(to_string(cf.timings.client_tcp_rtt_msec)) ge 0', {
          headers: { 'x-rtt': { operation: 'set', value: 'known' } },
        }),
      ],
      http_request_late_transform: [ruleOf('tell', 'rewrite', 'true', { headers })],
    });
    edge = await openTestEdge(
      {
        zones: [{ ...site.zone, sections: { ...site.zone.sections, rulesets } }],
        pools: [site.pool],
      },
      { tls: { host: '127.0.0.1', port: 0, folder }, trustedProxies: ['127.0.0.1/32'] },
    );
  });
  after(async () => {
    await edge.close();
    origin.closeAllConnections();
    origin.close();
  });

  const told = (body: string) => {
    const headers = JSON.parse(body);
    return {
      values: [0, 1, 3, 4, 5].map((n) => headers[`x-${n}`]),
      rays: [headers['x-2'], headers['cf-ray']],
      ids: [headers['x-6'], headers['x-7']],
      connection: [13, 14, 15, 16].map((n) => headers[`x-${n}`]),
    };
  };

  it('have values over HTTP/1.1', async () => {
    const sent = request({
      host: '127.0.0.1',
      port: edge.port,
      headers: { host: 'shop.test' },
      agent: false,
    }).end();
    const [response] = await once(sent, 'response');
    const port = sent.socket?.localPort;
    const { values, rays, ids, connection } = told(await text(response));
    assert.deepEqual(connection, ['', '', String(port), 'true']);
    assert.match(`${response.headers['x-edge']} ${response.headers['x-ttfb']}`, /^\d+ \d+$/);
    assert.equal(response.headers['x-rtt'], undefined);
    assert.deepEqual(values, ['shop.test', 'ENT', '127.0.0.1', String(edge.port), 'HTTP/1.1']);
    assert.match(rays[0], /^[0-9a-f]{16}$/);
    assert.ok(rays[1].startsWith(rays[0]));
    assert.match(ids[0], /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.equal(ids[1], ids[0]);
  });

  it('have no port of a visitor behind a proxy', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    assert.equal(told((await visit(edge.port, { headers })).body).connection[2], '');
  });

  it('have values over HTTP/2', async () => {
    const session = http2Connect(`https://127.0.0.1:${edge.tlsPort}`, {
      servername: 'shop.test',
      rejectUnauthorized: false,
    });
    const { values, connection } = told(
      await text(session.request({ ':path': '/', ':authority': 'shop.test' })),
    );
    const { localPort } = session.socket;
    assert.deepEqual(connection, ['TLSv1.3', 'TLS_AES_256_GCM_SHA384', String(localPort), 'true']);
    session.close();
    assert.deepEqual(values, ['shop.test', 'ENT', '127.0.0.1', String(edge.tlsPort), 'HTTP/2']);
  });

  // Each of these spellings bypassed a rule about the host.
  const spellings = (name: string) =>
    ['', '.', ':80', '.:80', ':8080'].flatMap((end) => [name + end, name.toUpperCase() + end]);

  /** Origins get the port that the visitor has used, unless it is the default. */
  const withPort = (name: string, host: string) =>
    /:(?!80$)\d+$/.test(host) ? name + host.slice(host.indexOf(':')) : name;

  it('have the normalised host; raw fields and the log have it as sent', async () => {
    for (const host of spellings('shop.test')) {
      edge.flush();
      edge.events.length = 0;
      const { body } = await visitAndFlush(edge, { path: '/x', headers: { host } });
      const headers = JSON.parse(body);
      assert.deepEqual(
        [8, 9, 10, 11, 12].map((n) => headers[`x-${n}`]),
        ['shop.test', host, 'http://shop.test/x', `http://${host}/x`, 'shop.test'],
      );
      assert.equal(headers.host, withPort('shop.test', host));
      const { ClientRequestHost, EdgeRequestHost } = edge.events[0]?.fields ?? {};
      assert.deepEqual([ClientRequestHost, EdgeRequestHost], [host, headers.host]);
    }
  });

  it('prevent bypassing a rule about the host by another spelling', async () => {
    const session = http2Connect(`https://127.0.0.1:${edge.tlsPort}`, {
      servername: 'shop.test',
      rejectUnauthorized: false,
    });
    for (const host of spellings('blocked.shop.test')) {
      assert.equal((await visit(edge.port, { headers: { host } })).status, 403, host);
      const stream = session.request({ ':path': '/', ':authority': host });
      const [response] = await once(stream, 'response');
      assert.equal(response[':status'], 403, host);
      stream.close();
    }
    session.close();
  });
});
