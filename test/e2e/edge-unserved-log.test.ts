import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { connect as tlsConnect } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { originOf, siteOf } from '../support/edge-snapshots.ts';
import { eventually } from '../support/eventually.ts';
import { openTestEdge, type TestEdge } from '../support/test-edge.ts';

const folder = fileURLToPath(new URL('../fixtures/tls', import.meta.url));

/** Sends bytes to a port and returns what comes back until the other side ends the connection. */
async function exchange(port: number, bytes: string | Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(bytes);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(socket, 'close');
  return Buffer.concat(chunks).toString('latin1');
}

describe('what no zone serves', () => {
  let edge: TestEdge;
  const site = siteOf('shop.test', [originOf(9)]);
  const tls = { host: '127.0.0.1', port: 0, folder };

  before(async () => {
    edge = await openTestEdge(
      { zones: [site.zone], pools: [site.pool] },
      { tls, logsUnserved: true },
    );
  });

  after(() => edge.close());

  /** The only event since the last call. */
  async function logged() {
    await eventually('something is logged', () => {
      edge.flush();
      return edge.events.length > 0;
    });
    const [event] = edge.events.splice(0);
    assert.ok(event);
    return event;
  }

  it('is logged without a zone if configured', async () => {
    await exchange(
      edge.port,
      'GET /wp-login.php?a=1 HTTP/1.1\r\nhost: unknown.test\r\nuser-agent: probe\r\nconnection: close\r\n\r\n',
    );
    const { zoneId, accountId, fields, refusal } = await logged();
    assert.deepEqual([zoneId, accountId, fields.ZoneName, refusal], ['', '', '', undefined]);
    assert.equal(fields.ClientRequestHost, 'unknown.test');
    assert.equal(fields.ClientRequestURI, '/wp-login.php?a=1');
    assert.equal(fields.ClientRequestUserAgent, 'probe');
    assert.ok(fields.EdgeResponseStatus >= 400);
  });

  for (const [what, bytes, text] of [
    ['UTF-8', Buffer.from('Zürich/€'), 'Zürich/€'],
    ['other bytes', Buffer.from('Z\xfcrich', 'latin1'), 'Z\ufffdrich'],
  ] as const) {
    it(`has header values as text, from ${what}`, async () => {
      const value = bytes.toString('latin1');
      const head = `GET / HTTP/1.1\r\nhost: unknown.test\r\nuser-agent: ${value}\r\nreferer: ${value}\r\nx-requested-with: ${value}\r\nconnection: close\r\n\r\n`;
      await exchange(edge.port, Buffer.from(head, 'latin1'));
      const { fields } = await logged();
      assert.deepEqual(
        [fields.ClientRequestUserAgent, fields.ClientRequestReferer, fields.ClientXRequestedWith],
        [text, text, text],
      );
    });
  }

  it('includes bytes that are not a request, with the response to them', async () => {
    const response = await exchange(edge.port, 'GET  / HTTP/1.1\r\n\r\n');
    assert.match(response, /^HTTP\/1\.1 400 /);
    const { zoneId, fields, refusal } = await logged();
    assert.equal(zoneId, '');
    assert.ok(refusal);
    assert.deepEqual(
      [fields.EdgeResponseStatus, fields.ClientRequestMethod, fields.ClientRequestScheme],
      [400, '', 'http'],
    );
    assert.equal(fields.ClientIP, '127.0.0.1');
    assert.ok(fields.ClientSrcPort > 0);
    assert.equal(fields.ClientRequestBytes, 0, 'no bytes of the request before it');
  });

  it('includes TLS handshakes that fail', async () => {
    await exchange(edge.tlsPort, 'GET / HTTP/1.1\r\nhost: shop.test\r\n\r\n');
    const plain = await logged();
    assert.deepEqual(
      [plain.refusal, plain.fields.EdgeResponseStatus, plain.fields.ClientRequestScheme],
      ['ERR_SSL_HTTP_REQUEST', 0, 'https'],
    );

    const socket = tlsConnect({ port: edge.tlsPort, servername: 'unknown.test' });
    await once(socket, 'error');
    assert.match((await logged()).refusal ?? '', /^ERR_SSL/);

    connect(edge.tlsPort, '127.0.0.1').end();
    assert.equal((await logged()).refusal, 'left');
  });

  it('is not logged otherwise', async (test) => {
    const quiet = await openTestEdge({ zones: [site.zone], pools: [site.pool] }, { tls });
    test.after(() => quiet.close());
    await exchange(quiet.port, 'GET / HTTP/1.1\r\nhost: unknown.test\r\nconnection: close\r\n\r\n');
    await exchange(quiet.port, 'no request\r\n\r\n');
    await exchange(quiet.tlsPort, 'no handshake\r\n\r\n');
    // A request of the zone comes last: earlier log records would have arrived before it.
    await exchange(quiet.port, 'GET / HTTP/1.1\r\nhost: shop.test\r\nconnection: close\r\n\r\n');
    await eventually('something is logged', () => {
      quiet.flush();
      return quiet.events.length > 0;
    });
    assert.deepEqual(
      quiet.events.map(({ fields }) => fields.ZoneName),
      ['shop.test'],
    );
  });
});
