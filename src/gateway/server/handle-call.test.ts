import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { WebSocket } from 'ws';
import { eventually } from '../../../test/support/eventually.ts';
import { hashSecret } from '../../kernel/secret.ts';
import { type Anvil, startAnvil } from '../fixtures/anvil.ts';
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
const UNAVAILABLE = { code: -32603, message: 'No upstream of sepolia is available; try again' };
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
        const response = await post(gateway, network, call(JSON.stringify(id)));
        assert.deepEqual(response, [status, failed(id, error)]);
      }
    });
  }

  it('are repeated for each call of a batch, with the status of the error', async () => {
    const batch = `[${call('1')},${notification},${call('"b"')},5]`;
    assert.deepEqual(await post(gateway, 'rinkeby', batch), [
      410,
      [failed(1, WITHDRAWN), failed('b', WITHDRAWN), failed(null, WITHDRAWN)],
    ]);
  });

  it('have the id null if the body has none', async () => {
    for (const body of ['', '{', '[]', `[${notification}]`, notification, ' '.repeat(300_000)]) {
      assert.deepEqual(await post(gateway, 'nowhere', body), [404, failed(null, UNKNOWN)]);
    }
  });
});

it('repeats the rate limit error for each call of a batch', async (test) => {
  const gateway = await startGateway([], { limits: { clientRate: 1, clientBurst: 2 } });
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

describe('a body that is sent slowly', () => {
  const CHAIN = { jsonrpc: '2.0', id: 7, result: '0xaa36a7' };
  const BODY = '{"jsonrpc":"2.0","method":"eth_chainId","id":7}';
  const LIMIT_MS = 600;
  let gateway: TestGateway;
  before(async () => {
    gateway = await startGateway([], { limits: { bodyMs: LIMIT_MS } });
  });
  after(() => gateway.stop());

  /** Sends the head of a request with the first bytes of its body; returns the connection and the bytes received so far. */
  async function begin(fields: string, first = '') {
    const { port, hostname } = new URL(gateway.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const sent = { socket, received: '' };
    socket.setEncoding('latin1').on('data', (text) => {
      sent.received += text;
    });
    const head = 'POST /v1/sepolia HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
    socket.write(`${head}Content-Length: ${BODY.length}\r\n${fields}\r\n${first}`);
    return sent;
  }
  const bodyOf = (response: string) => JSON.parse(response.split('\r\n\r\n').at(-1) ?? '');

  it('is refused after the time limit, although bytes keep arriving', async () => {
    const sent = await begin('');
    let left = BODY;
    const drip = setInterval(() => {
      // The last byte is never sent.
      if (left.length === 1) return;
      sent.socket.write(left.slice(0, 1));
      left = left.slice(1);
    }, LIMIT_MS / 20);
    await once(sent.socket, 'end');
    clearInterval(drip);
    assert.match(sent.received, /^HTTP\/1.1 408 Request Timeout\r\n/);
    assert.deepEqual(
      bodyOf(sent.received),
      failed(null, { code: -32600, message: 'The body arrived too slowly; send it faster' }),
    );
    assert.ok(left.length < BODY.length, 'a part of it was sent');
  });

  it('is requested with 100 (Continue) if the client waits for it', async (test) => {
    const sent = await begin('Expect: 100-continue\r\n');
    test.after(() => sent.socket.destroy());
    await eventually(
      '100 Continue is received',
      () => sent.received === 'HTTP/1.1 100 Continue\r\n\r\n',
    );
    sent.received = '';
    sent.socket.write(BODY);
    await eventually('the response is received', () => sent.received.endsWith('}'));
    assert.match(sent.received, /^HTTP\/1.1 200 OK\r\n/);
    assert.deepEqual(bodyOf(sent.received), CHAIN);
  });

  it('gets no 100 (Continue) once a part of it is received', async (test) => {
    const sent = await begin('Expect: 100-continue\r\n', BODY.slice(0, 5));
    test.after(() => sent.socket.destroy());
    sent.socket.write(BODY.slice(5));
    await eventually('the response is received', () => sent.received.endsWith('}'));
    assert.match(sent.received, /^HTTP\/1.1 200 OK\r\n/);
  });
});

it('responds to the pings of a WebSocket', async (test) => {
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

describe('a request body', () => {
  const CHAIN = { jsonrpc: '2.0', id: 7, result: '0xaa36a7' };
  const LIMIT = 100_000;
  let gateway: TestGateway;
  before(async () => {
    gateway = await startGateway([], { limits: { bodyBytes: LIMIT } });
  });
  after(() => gateway.stop());

  async function send(body: Buffer | string, headers: Record<string, string>) {
    const fields = { 'content-type': 'application/json', ...headers };
    const response = await fetch(gateway.url, { method: 'POST', headers: fields, body });
    return [response.status, await response.json()] as const;
  }
  const padded = (bytes: number) =>
    `{"jsonrpc":"2.0","id":7,"method":"eth_chainId","params":null${' '.repeat(bytes)}}`;
  const gzip = { 'content-encoding': 'gzip' };

  it('may be compressed with gzip', async () => {
    assert.deepEqual(await send(gzipSync(padded(1_000)), gzip), [200, CHAIN]);
  });

  it('has its limit after decompression', async () => {
    const [status, body] = await send(gzipSync(padded(LIMIT)), gzip);
    assert.equal(status, 413);
    assert.match((body as { error: { message: string } }).error.message, /longer than 100000/);
    assert.equal((await send(padded(LIMIT), {}))[0], 413);
    assert.equal((await send(padded(LIMIT - 1_000), {}))[0], 200);
  });

  it('is refused if it cannot be decoded', async () => {
    for (const [body, encoding] of [
      ['no gzip', 'gzip'],
      [padded(0), 'br'],
    ] as const) {
      const [status, text] = await send(body, { 'content-encoding': encoding });
      assert.equal(status, 415);
      assert.match((text as { error: { message: string } }).error.message, /cannot be decoded/);
    }
  });

  it('may have null as its parameters', async () => {
    assert.deepEqual(await send(padded(0), {}), [200, CHAIN]);
  });

  it('of another type gets an error with its id', async () => {
    for (const bytes of [0, LIMIT]) {
      const [status, body] = await send(padded(bytes), { 'content-type': 'text/plain' });
      assert.deepEqual([status, (body as { id: unknown }).id], [415, 7]);
    }
  });
});

describe('a call without a key', () => {
  const KEY = '0123456789abcdef';
  let gateway: TestGateway;
  before(async () => {
    gateway = await startGateway([], { accessKeyHashes: [hashSecret(KEY)] });
  });
  after(() => gateway.stop());
  const body = (id: string, end = '') =>
    `{"jsonrpc":"2.0","id":${id},"method":"eth_chainId","params":[${end}]}`;
  const send = async (text: string | Buffer, path = '', headers: Record<string, string> = {}) => {
    const response = await fetch(gateway.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: text,
    });
    return [response.status, ((await response.json()) as { id: unknown }).id] as const;
  };

  it('gets an error with its id, also if its body is long', async () => {
    assert.deepEqual(await send(body('"a"')), [401, 'a']);
    assert.deepEqual(await send(body('12', `"${'x'.repeat(100_000)}"`)), [401, 12]);
    const idAfter = (bytes: number) =>
      `{"params":["${'x'.repeat(bytes)}"],"id":5,"method":"${'x'.repeat(100_000)}"}`;
    assert.deepEqual(await send(idAfter(64_000)), [401, 5]);
    assert.deepEqual(await send(idAfter(66_000)), [401, null]);
    const gzip = { 'content-encoding': 'gzip' };
    const noise = randomBytes(100_000).toString('hex');
    for (const end of ['', 'x'.repeat(100_000), noise]) {
      assert.deepEqual(await send(gzipSync(body('7', `"${end}"`)), '', gzip), [401, 7]);
    }
  });

  it('may have the key in the path or the query, unless a header has another one', async () => {
    assert.deepEqual(await send(body('1'), `/${KEY}`), [200, 1]);
    assert.deepEqual(await send(body('1'), `?key=${KEY}`), [200, 1]);
    assert.deepEqual(await send(body('1'), '/wrong'), [401, 1]);
    const wrong = { authorization: 'Bearer wrong' };
    assert.deepEqual(await send(body('1'), `/${KEY}`, wrong), [401, 1]);
    const right = { authorization: `Bearer ${KEY}` };
    assert.deepEqual(await send(body('1'), '/wrong', right), [200, 1]);
  });
});

describe('a long response', () => {
  let anvil: Anvil;
  let gateway: TestGateway;
  before(async () => {
    anvil = await startAnvil();
    gateway = await startGateway([anvil.url]);
  });
  after(async () => {
    await gateway.stop();
    await anvil.stop();
  });

  /** The response to a call for a block, as it was sent. */
  function blockWith(encoding: string | undefined, full = false) {
    const { promise, resolve, reject } = Promise.withResolvers<[string | undefined, Buffer]>();
    const headers = {
      'content-type': 'application/json',
      ...(encoding !== undefined && { 'accept-encoding': encoding }),
    };
    const text = `{"jsonrpc":"2.0","id":1,"method":"${full ? 'eth_getBlockByNumber' : 'eth_chainId'}","params":${full ? '["0x0",true]' : '[]'}}`;
    request(gateway.url, { method: 'POST', headers }, async (response) => {
      const bytes = Buffer.concat(await Array.fromAsync(response));
      resolve([response.headers['content-encoding'], bytes]);
    })
      .once('error', reject)
      .end(text);
    return promise;
  }

  it('is compressed if the client accepts that', async () => {
    const [none, plain] = await blockWith(undefined, true);
    assert.equal(none, undefined);
    for (const accepted of ['gzip', 'br, gzip;q=0.5', '*']) {
      const [encoding, bytes] = await blockWith(accepted, true);
      assert.equal(encoding, 'gzip', accepted);
      assert.ok(bytes.length < plain.length);
      assert.equal(gunzipSync(bytes).toString(), plain.toString());
    }
    for (const refused of [
      'br',
      'gzip;q=0',
      'identity',
      'gzip;q=0.0, br',
      'gzip;q=0, *',
      '*;q=0',
    ]) {
      assert.equal((await blockWith(refused, true))[0], undefined, refused);
    }
    assert.equal((await blockWith('gzip'))[0], undefined, 'a short one is not');
  });
});
