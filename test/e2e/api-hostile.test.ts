/** Clients of the API that violate HTTP. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { sqlite } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { RawVisitor } from '../support/raw-http.ts';
import { ADMIN_TOKEN, openTestApi, type TestApi } from '../support/test-api.ts';

describe('the API with hostile clients', () => {
  let api: TestApi;
  let port: number;

  before(async () => {
    api = await openTestApi(sqlite);
    await api.app.listen({ host: '127.0.0.1', port: 0 });
    ({ port } = api.app.server.address() as AddressInfo);
  });
  after(() => api.close());

  it('closes connections of clients that do not speak HTTP and keep their side open', async () => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const caller = new RawVisitor(socket, 'GARBAGE\r\n\r\n');
    await once(socket, 'end');
    assert.match(caller.text, /^HTTP\/1.1 400 [\s\S]*"success":false/);
    await noConnections();
    socket.destroy();
  });

  async function noConnections(): Promise<void> {
    const connections = promisify(api.app.server.getConnections.bind(api.app.server));
    await eventually('no connection is left', async () => (await connections()) === 0);
  }

  const offers = ['h2c', 'foo', 'websocket', 'websocket, h2c', 'h2c\r\nHTTP2-Settings: AAMAAABk'];
  for (const offer of offers) {
    it(`ignores the header Upgrade: ${JSON.stringify(offer)}`, async () => {
      const head = (method: string, path: string) =>
        `${method} /client/v4${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ADMIN_TOKEN}\r\nConnection: Upgrade\r\nUpgrade: ${offer}\r\n`;
      const body = JSON.stringify({
        name: `offer-${offers.indexOf(offer)}.test`,
        account: { id: api.accountId },
      });
      const json = `Content-Type: application/json\r\n`;
      // A pipelined request after the upgrade may be lost. The connection is closed, so that no client waits for its
      // response.
      const send = async (request: string, response: RegExp) => {
        const caller = new RawVisitor(port, `${request}${head('GET', '/user')}\r\n`);
        await caller.closed;
        assert.match(caller.text, response);
        assert.match(caller.text, /^connection: close\r$/im);
      };
      await send(`${head('GET', '/user')}\r\n`, /^HTTP\/1.1 200 [\s\S]*"success":true/);
      const post = `${head('POST', '/zones')}${json}`;
      await send(
        `${post}Content-Length: ${body.length}\r\n\r\n${body}`,
        /^HTTP\/1.1 200 [\s\S]*"name":"offer-/,
      );
      const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
      await send(
        `${post}Transfer-Encoding: chunked\r\n\r\n${chunk}`,
        /^HTTP\/1.1 400 [\s\S]*"success":false/,
      );
    });
  }

  it('closes refused WebSocket connections whose clients keep their side open', async () => {
    const path = `/client/v4/zones/${'0'.repeat(32)}/logpush/edge/sessions/${'0'.repeat(32)}`;
    const head = `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n`;
    const keys = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n';
    const callers = Array.from({ length: 20 }, () => {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      return new RawVisitor(socket, `${head}${keys}more`);
    });
    for (const caller of callers) await caller.until(/^HTTP\/1.1 404 [\s\S]*"success":false/);
    await noConnections();
    for (const { socket } of callers) socket.destroy();
  });
});
