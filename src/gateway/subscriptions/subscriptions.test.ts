import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { WebSocket } from 'ws';
import { eventually, PATIENCE_MS } from '../../../test/support/eventually.ts';
import { type Clock, systemClock } from '../../kernel/clock.ts';
import { type Anvil, startAnvil } from '../fixtures/anvil.ts';
import { type Fault, type FaultyNode, startFaultyNode } from '../fixtures/faulty-node.ts';
import { startGateway, type TestGateway } from '../fixtures/test-gateway.ts';

const isLogs = (method: string) => method === 'eth_getLogs';

describe('subscriptions to logs', () => {
  let anvil: Anvil;
  let node: FaultyNode;
  before(async () => {
    anvil = await startAnvil();
    node = await startFaultyNode(anvil.url);
  });
  after(async () => {
    await node.stop();
    await anvil.stop();
  });

  let addresses = 0;
  /** Subscribes to the logs of `count` different addresses, because equal calls are coalesced. */
  async function subscribe(gateway: TestGateway, count: number): Promise<WebSocket> {
    const socket = new WebSocket(gateway.url.replace('http:', 'ws:'));
    await once(socket, 'open');
    let responses = 0;
    socket.on('message', (data) => {
      assert.ok('result' in JSON.parse(String(data)), String(data));
      responses += 1;
    });
    for (let id = 0; id < count; id++) {
      addresses += 1;
      const address = `0x${String(addresses).padStart(40, '0')}`;
      const call = { jsonrpc: '2.0', id, method: 'eth_subscribe', params: ['logs', { address }] };
      socket.send(JSON.stringify(call));
    }
    await eventually('it is subscribed', () => responses === count);
    return socket;
  }
  const received = () => node.received.filter(isLogs).length;
  async function mine(gateway: TestGateway, blocks: number): Promise<void> {
    await anvil.mine(blocks);
    const height = await anvil.call('eth_blockNumber');
    await eventually('the gateway has seen the blocks', async () => {
      return (await gateway.call('eth_blockNumber')) === height;
    });
  }

  it('stay within the rate limit of the client, and skip no block', async (test) => {
    const SOCKETS = 4;
    const OF_SOCKET = 8;
    const RATE = 16;
    // The rate limit refills only when the test moves the clock; waiting calls poll it.
    let now = 0;
    const clock: Clock = {
      ...systemClock,
      tick: () => now,
      // Polls are frequent. Only the start waits for longer: with its first head after the subscriptions, their calls would
      // begin too early.
      sleep: (ms, signal) => systemClock.sleep(ms > 1_000 ? PATIENCE_MS : Math.min(ms, 10), signal),
    };
    const limits = { clientRate: RATE, clientBurst: SOCKETS * OF_SOCKET };
    const gateway = await startGateway([node.url], { limits, clock });
    const sockets: WebSocket[] = [];
    test.after(async () => {
      for (const socket of sockets) socket.terminate();
      await gateway.stop();
    });
    for (let n = 0; n < SOCKETS; n++) sockets.push(await subscribe(gateway, OF_SOCKET));
    const first = received();
    const calls = () => received() - first;
    await anvil.mine(3);
    // The subscriptions themselves have used up all tokens.
    for (let allowed = RATE; allowed <= OF_SOCKET * 3 * SOCKETS; allowed += RATE) {
      now += 1_000;
      await eventually(`${allowed} calls are made`, () => calls() >= allowed);
      assert.equal(calls(), allowed);
    }
  });

  it('are refused, like new heads, if the method that they need is denied', async (test) => {
    const methods = { allow: [], deny: ['eth_getLogs', 'eth_getBlockByNumber'] };
    const gateway = await startGateway([node.url], { network: { methods } });
    const socket = new WebSocket(gateway.url.replace('http:', 'ws:'));
    test.after(async () => {
      socket.terminate();
      await gateway.stop();
    });
    await once(socket, 'open');
    for (const kind of ['newHeads', 'logs']) {
      const message = once(socket, 'message');
      const call = { jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: [kind] };
      socket.send(JSON.stringify(call));
      assert.equal(JSON.parse(String((await message)[0])).error?.code, -32601, kind);
    }
  });

  it('are made for each of two equal calls of a batch', async (test) => {
    const gateway = await startGateway([node.url]);
    const socket = new WebSocket(gateway.url.replace('http:', 'ws:'));
    test.after(async () => {
      socket.terminate();
      await gateway.stop();
    });
    await once(socket, 'open');
    const call = { jsonrpc: '2.0', method: 'eth_subscribe', params: ['logs', {}] };
    const response = once(socket, 'message');
    socket.send(JSON.stringify([1, 2].map((id) => ({ ...call, id }))));
    const made = JSON.parse(String((await response)[0])).map(
      ({ id, result }: { id: number; result: unknown }) => [id, typeof result, result],
    );
    const [[, , first], [, , second]] = made;
    assert.deepEqual(made, [
      [1, 'string', first],
      [2, 'string', second],
    ]);
    assert.notEqual(first, second);
  });

  const error = { code: -32000, message: 'execution aborted' };
  const reasons: readonly [what: string, blocks: number, fault: Fault][] = [
    [
      'that cannot keep up',
      50,
      ({ method }, realResponse) => (isLogs(method) ? undefined : realResponse()),
    ],
    [
      'whose logs cannot be fetched',
      1,
      ({ method, id }, realResponse) =>
        isLogs(method) ? { jsonrpc: '2.0', id, error } : realResponse(),
    ],
  ];
  for (const [what, blocks, fault] of reasons) {
    it(`${what} are ended with a reason`, async (test) => {
      const gateway = await startGateway([node.url]);
      const socket = await subscribe(gateway, 1);
      test.after(async () => {
        node.fault = undefined;
        socket.terminate();
        await gateway.stop();
      });
      node.fault = fault;
      const closed = once(socket, 'close');
      for (let n = 0; n < 3; n++) await mine(gateway, blocks);
      const [code, reason] = await closed;
      assert.deepEqual([code, String(reason)], [1013, 'the subscriptions cannot keep up']);
    });
  }
});
