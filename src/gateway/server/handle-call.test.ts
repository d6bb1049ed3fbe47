import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { WebSocket } from 'ws';
import { startGateway, type TestGateway } from '../fixtures/test-gateway.ts';

const WITHDRAWN = {
  code: -32002,
  message: 'The network rinkeby was withdrawn on 2023-01-30; use sepolia',
  data: { network: 'rinkeby', withdrawn_on: '2023-01-30', use: 'sepolia' },
};
const UNKNOWN = { code: -32001, message: 'There is no network nowhere' };
const NO_UPSTREAM = {
  code: -32603,
  message: 'No upstream is set for mainnet: name one in PALISADE_GATEWAY_UPSTREAMS',
};
const UNAVAILABLE = { code: -32603, message: 'No upstream of sepolia can answer now; try again' };
const LIMITED = { code: -32005, message: 'Too many calls; try again in 1 s' };

const call = (id: string) => `{"jsonrpc":"2.0","method":"eth_gasPrice","id":${id}}`;
const notification = '{"jsonrpc":"2.0","method":"eth_gasPrice"}';
const failed = (id: unknown, error: object) => ({ jsonrpc: '2.0', id, error });

async function post(gateway: TestGateway, network: string, body: string) {
  const response = await fetch(new URL(network, gateway.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  return [response.status, await response.json()] as const;
}

describe('errors about a network', () => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await startGateway([]);
  });
  after(() => gateway.stop());

  const cases: readonly (readonly [network: string, status: number, error: object])[] = [
    ['rinkeby', 410, WITHDRAWN],
    ['nowhere', 404, UNKNOWN],
    ['mainnet', 503, NO_UPSTREAM],
    ['sepolia', 503, UNAVAILABLE],
  ];
  for (const [network, status, error] of cases) {
    it(`of ${network} have the id of the call`, async () => {
      for (const id of [7, 'seven', null]) {
        const answer = await post(gateway, network, call(JSON.stringify(id)));
        assert.deepEqual(answer, [status, failed(id, error)]);
      }
    });
  }

  it('stand for each call of a batch, with the status of the error', async () => {
    const batch = `[${call('1')},${notification},${call('"b"')},5]`;
    assert.deepEqual(await post(gateway, 'rinkeby', batch), [
      410,
      [failed(1, WITHDRAWN), failed('b', WITHDRAWN), failed(null, WITHDRAWN)],
    ]);
  });

  it('have no id where the body has none', async () => {
    for (const body of ['', '{', '[]', `[${notification}]`, notification, ' '.repeat(300_000)]) {
      assert.deepEqual(await post(gateway, 'nowhere', body), [404, failed(null, UNKNOWN)]);
    }
  });
});

it('says to each call of a client that it has made too many', async (test) => {
  const gateway = await startGateway([], { clientRate: 1, clientBurst: 2 });
  test.after(() => gateway.stop());
  await post(gateway, 'sepolia', `[${call('1')},${call('2')}]`);
  assert.deepEqual(await post(gateway, 'sepolia', call('3')), [429, failed(3, LIMITED)]);
  const [status, body] = await post(gateway, 'sepolia', `[${call('4')},${call('5')}]`);
  assert.equal(status, 429);
  assert.deepEqual(
    (body as { id: number }[]).map(({ id }) => id),
    [4, 5],
  );
  assert.deepEqual(await post(gateway, 'rinkeby', call('6')), [429, failed(null, LIMITED)]);
});

it('responds to the pings of a WebSocket', { timeout: 10_000 }, async (test) => {
  const gateway = await startGateway([]);
  const socket = new WebSocket(gateway.url.replace('http:', 'ws:'));
  test.after(async () => {
    socket.terminate();
    await gateway.stop();
  });
  await once(socket, 'open');
  const pong = once(socket, 'pong');
  socket.ping('hello');
  assert.equal(String((await pong)[0]), 'hello');
});
