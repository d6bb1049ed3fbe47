import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createEdgeServer } from './edge-server.ts';
import type { EdgeProblem } from './error-page.ts';
import { SnapshotHolder } from './snapshot-holder.ts';

describe('edge server', () => {
  const snapshots = new SnapshotHolder();
  const answered: EdgeProblem[] = [];
  let server: Server;

  before(async () => {
    const section = { name: 'shop.test', accountId: 'a', paused: false, plan: 'enterprise' };
    snapshots.apply({
      revision: 1,
      complete: true,
      zones: [{ zoneId: 'a', sections: { zone: section } }],
      removedZoneIds: [],
    });
    server = createEdgeServer({ snapshots, onAnswer: (problem) => answered.push(problem) });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => server.close());
  beforeEach(() => {
    answered.length = 0;
  });

  /** Sends a request as it is written and gives the answer as it came. */
  async function exchange(
    request: string,
  ): Promise<{ status: number; head: string; body: string }> {
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.end(request);
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body };
  }

  const get = (...headers: string[]) =>
    exchange(`GET / HTTP/1.1\r\n${['Connection: close', ...headers, '', ''].join('\r\n')}`);

  const hosts: readonly [string, number][] = [
    ['shop.test', 503],
    ['shop.test:8080', 503],
    ['SHOP.Test', 503],
    ['shop.test.', 503],
    ['shop.test.:8080', 503],
    ['www.shop.test', 503],
    ['other.test', 404],
    ['shop.test..', 404],
    ['shop.test:port', 404],
    ['127.0.0.1:8080', 404],
    ['[::1]:8080', 404],
    ['[::1]', 404],
    [':8080', 404],
    ['.', 404],
    ['', 404],
  ];
  for (const [host, status] of hosts) {
    it(`answers ${status} for the host ${JSON.stringify(host)}`, async () => {
      assert.equal((await get(`Host: ${host}`)).status, status);
      assert.deepEqual(answered, [status === 503 ? 'noOrigin' : 'noSuchZone']);
    });
  }

  it('answers 404 to an old client that names no host', async () => {
    assert.equal((await exchange('GET / HTTP/1.0\r\n\r\n')).status, 404);
  });

  it('refuses a request without a host, as HTTP/1.1 asks for', async () => {
    assert.equal((await get()).status, 400);
    assert.deepEqual(answered, []);
  });

  it('answers programs in JSON', async () => {
    const { head, body } = await get('Host: shop.test', 'Accept: application/json, */*');
    const { ray, ...problem } = JSON.parse(body);
    assert.deepEqual(problem, {
      status: 503,
      title: 'No origin',
      detail: 'The zone exists, but nothing says where its traffic should go.',
    });
    assert.match(ray, /^[0-9a-f]{32}$/);
    assert.ok(head.includes(`x-palisade-ray: ${ray}`));
    assert.match(head, /content-type: application\/json/);
    assert.match(head, /cache-control: no-store/);
  });

  it('answers people with a page that says what is wrong', async () => {
    const { head, body } = await get('Host: other.test', 'Accept: text/html');
    assert.match(head, /content-type: text\/html; charset=utf-8/);
    assert.match(body, /<h1>No such zone<\/h1>/);
    const ray = /x-palisade-ray: (\w+)/.exec(head)?.[1];
    assert.ok(ray && body.includes(`Ray ${ray}`));
  });

  it('puts nothing that a visitor sent into the page', async () => {
    const { body } = await exchange(
      'GET /<b>evil HTTP/1.1\r\nHost: evil<b>.test\r\nAccept: text/<b>\r\nConnection: close\r\n\r\n',
    );
    assert.doesNotMatch(body, /evil|<b>/);
  });

  it('sends no body for HEAD, but its length', async () => {
    const { head, body, status } = await exchange(
      'HEAD / HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n\r\n',
    );
    assert.deepEqual([status, body], [503, '']);
    assert.match(head, /content-length: [1-9]\d+/);
  });

  it('answers the next request of a connection although nobody read the body of the first', async () => {
    const first = `POST / HTTP/1.1\r\nHost: shop.test\r\nContent-Length: 100000\r\n\r\n${'x'.repeat(100_000)}`;
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.end(`${first}GET / HTTP/1.1\r\nHost: other.test\r\nConnection: close\r\n\r\n`);
    const answers = (await text(socket)).match(/HTTP\/1\.1 \d+/g);
    assert.deepEqual(answers, ['HTTP/1.1 503', 'HTTP/1.1 404']);
  });
});
