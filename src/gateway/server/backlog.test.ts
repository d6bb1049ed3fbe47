import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { it } from 'node:test';
import { eventually } from '../../../test/support/eventually.ts';
import { startAnvil } from '../fixtures/anvil.ts';
import { startFaultyNode } from '../fixtures/faulty-node.ts';
import { startGateway } from '../fixtures/test-gateway.ts';
import { Backlog } from './backlog.ts';

const MIB = 1024 * 1024;
const CODE = { method: 'eth_getCode', params: [`0x${'12'.repeat(20)}`, 'latest'] };
const BODY = JSON.stringify({ jsonrpc: '2.0', id: 1, ...CODE });

it('drops the oldest responses first', () => {
  const backlog = new Backlog(10);
  const dropped: string[] = [];
  const hold = (name: string, bytes: number) => backlog.hold(bytes, () => dropped.push(name));
  hold('a', 4);
  const releaseB = hold('b', 4);
  hold('c', 4);
  assert.deepEqual([dropped, backlog.bytes], [['a'], 8]);
  releaseB();
  releaseB();
  assert.equal(backlog.bytes, 4);
  hold('d', 6);
  assert.deepEqual([dropped, backlog.bytes], [['a'], 10]);
  hold('e', 11);
  assert.deepEqual([dropped, backlog.bytes], [['a', 'c', 'd', 'e'], 0]);
});

/** Requests with a response of four MiB. */
const requests: Readonly<Record<string, readonly (string | Buffer)[]>> = {
  HTTP: [
    'POST /v1/sepolia HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n',
    `Content-Length: ${BODY.length}\r\n\r\n${BODY}`,
  ],
  WebSocket: [
    'GET /v1/sepolia HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n',
    `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${'a'.repeat(22)}==\r\n\r\n`,
    // A text frame with a mask of zeros.
    Buffer.from([0x81, 0x80 + BODY.length, 0, 0, 0, 0]),
    BODY,
  ],
};

for (const [what, request] of Object.entries(requests)) {
  it(`ends connections (${what}) that read nothing before they fill the memory`, async (test) => {
    const anvil = await startAnvil();
    const node = await startFaultyNode(anvil.url, async ({ method, id }, realResponse) =>
      method === 'eth_getCode'
        ? { jsonrpc: '2.0', id, result: `0x${'ab'.repeat(2 * MIB)}` }
        : await realResponse(),
    );
    const gateway = await startGateway([node.url], { limits: { waitingBytes: 20 * MIB } });
    const { port, hostname } = new URL(gateway.url);
    const sockets = Array.from({ length: 16 }, () => connect(Number(port), hostname));
    test.after(async () => {
      for (const socket of sockets) socket.destroy();
      await gateway.stop();
      await node.stop();
      await anvil.stop();
    });
    // Each client waits until data has arrived, and does not read it.
    await Promise.all(
      sockets.map(async (socket) => {
        for (const part of request) socket.write(part);
        await once(
          socket.on('error', () => {}),
          'readable',
        );
      }),
    );
    await eventually('some are dropped', () => gateway.connections < 8);
    await gateway.call('eth_chainId');
  });
}

it('counts a response while it is compressed', async (test) => {
  const anvil = await startAnvil();
  const node = await startFaultyNode(anvil.url, async ({ method, id }, realResponse) =>
    method === 'eth_getCode'
      ? { jsonrpc: '2.0', id, result: `0x${'ab'.repeat(2 * MIB)}` }
      : await realResponse(),
  );
  const gateway = await startGateway([node.url], { limits: { waitingBytes: MIB } });
  test.after(async () => {
    await gateway.stop();
    await node.stop();
    await anvil.stop();
  });
  // The response alone exceeds the limit.
  await assert.rejects(
    fetch(gateway.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-encoding': 'gzip' },
      body: BODY,
    }),
  );
});
