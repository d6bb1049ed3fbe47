import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { ethers } from 'ethers';
import { eventually } from '../../test/support/eventually.ts';
import { metricsText } from '../telemetry/metrics-text.ts';
import { PrometheusMetrics } from '../telemetry/prometheus-metrics.ts';
import { silentTelemetry } from '../telemetry/silent-telemetry.ts';
import { type Anvil, startAnvil } from './fixtures/anvil.ts';
import { type Fault, type FaultyNode, startFaultyNode } from './fixtures/faulty-node.ts';
import {
  startGateway,
  type TestGateway,
  type TestGatewayOptions,
} from './fixtures/test-gateway.ts';

const LAG = 20;
/** A contract that logs one word while it is created. */
const LOGGING = '0x60206000a000';
const CLIENTS = 8;
const CALLS = 6;
const CALLS_AT_ONCE = 40;

/** Returns the state of some blocks ago. */
const lagging: Fault = async ({ method, params, id }, realResponse) => {
  const { result, ...rest } = await realResponse();
  if (method === 'eth_blockNumber') return { ...rest, result: hex(Number(result) - LAG) };
  if (method === 'eth_getBlockByNumber' && params[0] === 'latest') {
    return { jsonrpc: '2.0', id, result: await oldBlock(Number((result as Block).number) - LAG) };
  }
  if (Number(params[1] ?? params[0]) > (await newest()) - LAG) {
    return { jsonrpc: '2.0', id, error: { code: -32000, message: 'header not found' } };
  }
  return { ...rest, result };
};

/** An error whose code has no meaning of its own. */
const errorBody = ({ id }: { readonly id: unknown }) =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32011, message: 'no backend' } });

const faults: Readonly<Record<string, Fault>> = {
  'serves another chain': async ({ method }, realResponse) =>
    method === 'eth_chainId' ? { jsonrpc: '2.0', id: 1, result: '0x1' } : await realResponse(),
  'responds with garbage': () => '<html>busy</html>',
  'responds with another id': async (_, realResponse) => ({ ...(await realResponse()), id: 99 }),
  'refuses with 500': (_call, _realResponse, response) => void response.writeHead(500).end('no'),
  'describes its failure in JSON': (call, _realResponse, response) =>
    void response.writeHead(503).end(errorBody(call)),
  'denies access in JSON': (call, _realResponse, response) =>
    void response.writeHead(401).end(errorBody(call)),
  'limits the rate of calls': (_call, _realResponse, response) =>
    void response.writeHead(429).end(),
  'truncates its responses': (_call, _realResponse, response) => {
    response.writeHead(200, { 'content-length': 1000 }).write('{"jsonrpc"');
    setImmediate(() => response.destroy());
  },
  'is slow': async (_, realResponse) => {
    await delay(300);
    return await realResponse();
  },
  'lags behind': lagging,
};

interface Block {
  readonly number: string;
  readonly hash: string;
}

let anvil: Anvil;
const hex = (number: number) => `0x${number.toString(16)}`;
const oldBlock = (number: number) => anvil.call('eth_getBlockByNumber', hex(number), false);
const newest = async () => Number(await anvil.call('eth_blockNumber'));

before(async () => {
  anvil = await startAnvil();
  await anvil.mine(50);
});
after(() => anvil.stop());

describe('with an upstream that', () => {
  for (const [what, fault] of Object.entries(faults)) {
    it(`${what}, no call fails and no result is stale`, async () => {
      const bad = await startFaultyNode(anvil.url, fault);
      const good = await startFaultyNode(anvil.url);
      const gateway = await startGateway([bad.url, good.url]);
      try {
        const height = await newest();
        const address = `0x${'12'.repeat(20)}`;
        await Promise.all(
          Array.from({ length: CLIENTS }, async (_, client) => {
            for (let n = 0; n < CALLS; n++) {
              assert.ok(Number(await gateway.call('eth_blockNumber')) >= height);
              const number = hex(height - ((client * CALLS + n) % 40));
              const block = (await gateway.call('eth_getBlockByNumber', number, false)) as Block;
              assert.equal(block.number, number);
              const slot = hex(client * CALLS + n);
              await gateway.call('eth_getStorageAt', address, slot, 'latest');
            }
          }),
        );
      } finally {
        await gateway.stop();
        await Promise.all([bad.stop(), good.stop()]);
      }
    });
  }
});

describe('an upstream that lies', () => {
  let transaction: { readonly hash: string; readonly height: string };
  let sent = 0;
  before(async () => {
    const [from] = (await anvil.call('eth_accounts')) as string[];
    const hash = (await anvil.call('eth_sendTransaction', { from, data: LOGGING })) as string;
    await eventually('the transaction is mined', async () => {
      const receipt = await anvil.call('eth_getTransactionReceipt', hash);
      if (receipt) transaction = { hash, height: (receipt as { blockNumber: string }).blockNumber };
      return receipt !== null;
    });
  });

  const other = `0x${'66'.repeat(32)}`;
  const altered =
    (method: string, change: (result: Record<string, unknown>) => unknown): Fault =>
    async (call, realResponse) => {
      const body = await realResponse();
      // The gateway itself fetches these, and would detect the lie before a client makes a call.
      const isTag = ['latest', 'safe', 'finalized'].includes(String(call.params[0]));
      const isMeant = call.method === method && !isTag && body['result'];
      if (!isMeant) return body;
      sent += 1;
      return { ...body, result: change(body['result'] as Record<string, unknown>) };
    };
  /** How the response to a call is falsified, by the subject of the lie. */
  const lies: Readonly<
    Record<
      string,
      readonly [
        method: string,
        params: () => unknown[],
        change: (result: Record<string, unknown>) => unknown,
      ]
    >
  > = {
    'the block of a receipt': [
      'eth_getTransactionReceipt',
      () => [transaction.hash],
      (receipt) => ({ ...receipt, blockHash: other, logs: [] }),
    ],
    'the number of the block of a receipt': [
      'eth_getTransactionReceipt',
      () => [transaction.hash],
      (receipt) => ({ ...receipt, blockNumber: '0x1', logs: [] }),
    ],
    'the transaction of a receipt': [
      'eth_getTransactionReceipt',
      () => [transaction.hash],
      (receipt) => ({ ...receipt, transactionHash: other }),
    ],
    'the logs of a receipt': [
      'eth_getTransactionReceipt',
      () => [transaction.hash],
      (receipt) => ({ ...receipt, logs: [{ blockHash: other }] }),
    ],
    'the number in the logs of a receipt': [
      'eth_getTransactionReceipt',
      () => [transaction.hash],
      (receipt) => ({
        ...receipt,
        logs: (receipt['logs'] as object[]).map((log) => ({ ...log, blockNumber: '0x1' })),
      }),
    ],
    'a receipt without a block': [
      'eth_getTransactionReceipt',
      () => [transaction.hash],
      (receipt) => ({ ...receipt, blockHash: null, logs: [] }),
    ],
    'a receipt of a block with an invalid number': [
      'eth_getTransactionReceipt',
      () => [transaction.hash],
      (receipt) => ({
        ...receipt,
        blockNumber: `0x${'0'.repeat(20)}1`,
        blockHash: other,
        logs: [],
      }),
    ],
    'a receipt whose hashes are not strings': [
      'eth_getTransactionReceipt',
      () => [transaction.hash],
      (receipt) => ({ ...receipt, transactionHash: { toString: 1, valueOf: 1 } }),
    ],
    'logs without a block': [
      'eth_getLogs',
      () => [{ fromBlock: transaction.height, toBlock: transaction.height }],
      (list) => (list as unknown as object[]).map((log) => ({ ...log, blockHash: null })),
    ],
    'the receipts of a block': [
      'eth_getBlockReceipts',
      () => [transaction.height],
      (list) => (list as unknown as object[]).map((receipt) => ({ ...receipt, blockHash: other })),
    ],
    'the content of a block': [
      'eth_getBlockByNumber',
      () => [transaction.height, false],
      (block) => ({ ...block, gasUsed: '0x1' }),
    ],
    'the content of a block, with a member that a later fork may have': [
      'eth_getBlockByNumber',
      () => [transaction.height, false],
      (block) => ({ ...block, gasUsed: '0x1', memberOfLaterFork: '0x1' }),
    ],
    'the transactions of a block': [
      'eth_getBlockByNumber',
      () => [transaction.height, true],
      (block) => ({ ...block, transactions: [{ blockHash: other }] }),
    ],
    'the requested block': [
      'eth_getBlockByNumber',
      () => [transaction.height, false],
      () => ({ hash: other, number: '0x1' }),
    ],
    'the block of a transaction': [
      'eth_getTransactionByHash',
      () => [transaction.hash],
      (found) => ({ ...found, blockHash: other }),
    ],
    'the index of a transaction': [
      'eth_getTransactionByBlockNumberAndIndex',
      () => [transaction.height, '0x0'],
      (found) => ({ ...found, transactionIndex: '0x1' }),
    ],
    'the block of logs': [
      'eth_getLogs',
      () => [{ fromBlock: transaction.height, toBlock: transaction.height }],
      () => [{ blockNumber: transaction.height, blockHash: other, address: other, topics: [] }],
    ],
    'logs that do not match the filter': [
      'eth_getLogs',
      () => [{ fromBlock: '0x1', toBlock: transaction.height, address: `0x${'12'.repeat(20)}` }],
      () => [{ blockNumber: transaction.height, address: `0x${'34'.repeat(20)}`, topics: [] }],
    ],
  };

  it('about a block above its head is not believed, and not left out: nodes behind one address differ', async () => {
    const above = altered('eth_getTransactionReceipt', (receipt) => ({
      ...receipt,
      blockNumber: '0xfffffffffffff',
      blockHash: other,
      logs: [],
    }));
    const [node, honest] = await Promise.all([
      startFaultyNode(anvil.url, above),
      startFaultyNode(anvil.url),
    ]);
    const gateway = await startGateway([node.url, honest.url], { limits: { cacheBytes: 0 } });
    try {
      const truth = await anvil.call('eth_getTransactionReceipt', transaction.hash);
      for (let n = 0; n < 5; n++) {
        const receipt = await gateway.call('eth_getTransactionReceipt', transaction.hash);
        assert.deepEqual(receipt, truth);
      }
      await honest.stop();
      await assert.rejects(gateway.call('eth_getTransactionReceipt', transaction.hash), {
        code: -32603,
        message: /^No result for sepolia can be trusted now/,
      });
      node.fault = undefined;
      await gateway.call('eth_getTransactionReceipt', transaction.hash);
    } finally {
      await gateway.stop();
      await node.stop();
    }
  });

  for (const age of ['the newest block', 'an older block']) {
    describe(`about ${age}`, () => {
      before(async () => {
        if (age === 'an older block') await anvil.mine(3);
      });
      for (const [what, [method, params, change]] of Object.entries(lies)) {
        it(`and ${what} is left out, and no client gets its result`, async () => {
          const honest = await startFaultyNode(anvil.url);
          const liar = await startFaultyNode(anvil.url, altered(method, change));
          const [gateway, alone] = await Promise.all([
            startGateway([liar.url, honest.url], { limits: { cacheBytes: 0 } }),
            startGateway([liar.url], { limits: { cacheBytes: 0 } }),
          ]);
          try {
            const truth = await anvil.call(method, ...params());
            sent = 0;
            // The fastest upstream is called first, which need not be the lying one.
            for (let n = 0; n < 5 || (sent === 0 && n < 200); n++) {
              assert.deepEqual(await gateway.call(method, ...params()), truth);
            }
            assert.ok(sent >= 1 && sent <= 3, `${sent} false responses were sent`);
            for (let n = 0; n < 2; n++) {
              await assert.rejects(alone.call(method, ...params()), {
                code: -32603,
                message: /^No upstream of sepolia is available; try again \(sepolia-1: .*\)$/,
              });
            }
          } finally {
            await Promise.all([gateway.stop(), alone.stop()]);
            await Promise.all([liar.stop(), honest.stop()]);
          }
        });
      }
    });
  }
});

describe('while the only upstream that is known to have the newest block is down', () => {
  const address = `0x${'12'.repeat(20)}`;
  let first: FaultyNode;
  let second: FaultyNode;
  /** Whether the second upstream does not have the newest block. */
  let isBehind: boolean;
  let gateway: TestGateway;
  let newestBlock: string;

  const startWithLaggingSecond = async (
    options: TestGatewayOptions = {},
    further: readonly string[] = [],
  ) => {
    isBehind = true;
    const height = await newest();
    first = await startFaultyNode(anvil.url);
    second = await startFaultyNode(anvil.url, async (call, realResponse) => {
      await delay(100);
      const { method, params, id } = call;
      if (!isBehind) return await realResponse();
      if (method === 'eth_getBlockByNumber' && params[0] === 'latest') {
        return { jsonrpc: '2.0', id, result: await oldBlock(height) };
      }
      const isOld = !params.includes(newestBlock);
      return isOld ? await realResponse() : { jsonrpc: '2.0', id, result: null };
    });
    gateway = await startGateway([first.url, second.url, ...further], options);
    await anvil.mine();
    newestBlock = hex(height + 1);
    await eventually('the gateway has seen the block', async () => {
      return (await gateway.call('eth_blockNumber')) === newestBlock;
    });
  };
  afterEach(async () => {
    await gateway.stop();
    await Promise.all([first.stop(), second.stop()]);
  });
  const calls = () =>
    Array.from({ length: CALLS_AT_ONCE }, async (_, n) =>
      n % 2 === 0
        ? await gateway.call('eth_getStorageAt', address, hex(n), 'latest')
        : ((await gateway.call('eth_getBlockByNumber', 'latest', n % 4 === 1)) as Block).number,
    );

  it('calls wait until another one has it', async () => {
    await startWithLaggingSecond();
    await first.stop();
    setTimeout(() => {
      isBehind = false;
    }, 300);
    const results = await Promise.all(calls());
    for (const [n, result] of results.entries()) {
      assert.equal(result, n % 2 === 0 ? `0x${'0'.repeat(64)}` : newestBlock);
    }
  });

  it('calls also wait for another one if the first one hangs', async () => {
    await startWithLaggingSecond();
    first.fault = () => {};
    isBehind = false;
    assert.equal(Number(await gateway.call('eth_getStorageAt', address, '0x1', 'latest')), 0);
  });

  it('calls fail after a while if no other upstream gets it, and cause few polls', async () => {
    await startWithLaggingSecond({ limits: { timeoutMs: 2_000 } });
    await first.stop();
    const pollsBefore = second.received.length;
    for (const { status, reason } of (await Promise.allSettled(calls())) as {
      readonly status: string;
      readonly reason: { readonly message: string };
    }[]) {
      assert.equal(status, 'rejected');
      assert.match(reason.message, /sepolia-2: it is at block \d+, not \d+/);
    }
    const polls = second.received.length - pollsBefore;
    assert.ok(polls < CALLS_AT_ONCE, `it was polled ${polls} times`);
    // Calls about older blocks succeed.
    await gateway.call('eth_getBlockByNumber', '0x1', false);
  });

  it('a quorum waits for it as well', async () => {
    await startWithLaggingSecond(
      { network: { quorums: [{ method: 'eth_getStorageAt', ask: 3, agree: 2 }] } },
      [anvil.url],
    );
    await first.stop();
    setTimeout(() => {
      isBehind = false;
    }, 300);
    assert.equal(Number(await gateway.call('eth_getStorageAt', address, '0x2', 'latest')), 0);
  });
});

describe('an upstream whose responses never end', () => {
  const address = `0x${'12'.repeat(20)}`;
  /** Byte by byte, or as fast as the gateway reads. */
  const endless: Readonly<Record<string, Fault>> = {
    'byte by byte': (_call, _realResponse, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 20);
      response.once('close', () => clearInterval(drip));
    },
    silently: () => {},
  };
  for (const [how, fault] of Object.entries(endless)) {
    it(`(${how}) is soon ranked last, although its heads arrive in time`, async (test) => {
      const hanging = await startFaultyNode(anvil.url, (call, realResponse, response) =>
        call.method === 'eth_getStorageAt' ? fault(call, realResponse, response) : realResponse(),
      );
      const gateway = await startGateway([hanging.url, anvil.url]);
      test.after(async () => {
        await gateway.stop();
        await hanging.stop();
      });
      for (let n = 0; n < 30; n++) {
        await gateway.call('eth_getStorageAt', address, hex(n), 'latest');
      }
      const received = hanging.received.filter((method) => method === 'eth_getStorageAt');
      assert.ok(
        received.length >= 1 && received.length <= 5,
        `it was called ${received.length} times`,
      );
    });
  }
});

describe('an upstream that floods the gateway', () => {
  const address = `0x${'12'.repeat(20)}`;
  const flood: Fault = (_call, _realResponse, response) => {
    const piece = Buffer.alloc(65_536, ' ');
    const write = () => {
      while (!response.destroyed && response.write(piece));
    };
    response.writeHead(200).on('drain', write);
    write();
  };

  it('with its results is soon ranked last', async (test) => {
    const node = await startFaultyNode(anvil.url, (call, realResponse, response) =>
      call.method === 'eth_getStorageAt' ? flood(call, realResponse, response) : realResponse(),
    );
    const gateway = await startGateway([node.url, anvil.url]);
    test.after(async () => {
      await gateway.stop();
      await node.stop();
    });
    for (let n = 0; n < 30; n++) {
      await gateway.call('eth_getStorageAt', address, hex(n), 'latest');
    }
    const received = node.received.filter((method) => method === 'eth_getStorageAt');
    assert.ok(
      received.length >= 1 && received.length <= 5,
      `it was called ${received.length} times`,
    );
  });

  it('with its heads is left out', async (test) => {
    const node = await startFaultyNode(anvil.url);
    const gateway = await startGateway([node.url]);
    test.after(async () => {
      await gateway.stop();
      await node.stop();
    });
    await gateway.call('eth_getStorageAt', address, '0x1', '0x1');
    node.fault = (call, realResponse, response) =>
      call.params[0] === 'latest' ? flood(call, realResponse, response) : realResponse();
    let slot = 2;
    await eventually('it is left out', async () => {
      slot += 1;
      return await gateway.call('eth_getStorageAt', address, hex(slot), '0x1').then(
        () => false,
        ({ message }) => message.includes('(sepolia-1: a block header is too large)'),
      );
    });
  });
});

it('forwards the hash of a sent transaction only if it is right', async (test) => {
  const wallet = new ethers.Wallet(`0x${'7'.repeat(64)}`);
  const raw = await wallet.signTransaction({
    type: 2,
    chainId: 11_155_111,
    to: wallet.address,
    gasLimit: 21_000,
    maxFeePerGas: 10n ** 10n,
    nonce: 0,
  });
  await anvil.call('anvil_setBalance', wallet.address, hex(1e18));
  const { hash } = ethers.Transaction.from(raw);
  for (const result of [`0x${'66'.repeat(32)}`, '', 7, null]) {
    const liar = await startFaultyNode(anvil.url, async ({ method, id }, realResponse) =>
      method === 'eth_sendRawTransaction' ? { jsonrpc: '2.0', id, result } : await realResponse(),
    );
    const alone = await startGateway([liar.url]);
    const gateway = await startGateway([liar.url, anvil.url]);
    test.after(async () => {
      await Promise.all([alone.stop(), gateway.stop()]);
      await liar.stop();
    });
    await assert.rejects(alone.call('eth_sendRawTransaction', raw), {
      message:
        /is available; try again \(sepolia-1: the returned hash is not that of the transaction\)$/,
    });
    assert.equal(await gateway.call('eth_sendRawTransaction', raw), hash);
  }
});

describe('callers cannot get an upstream left out', () => {
  const TOO_MUCH = { code: -32008, message: 'The result is too large; request less at once' };
  const address = `0x${'12'.repeat(20)}`;
  let node: FaultyNode;
  before(async () => {
    node = await startFaultyNode(anvil.url);
  });
  after(() => node.stop());

  it('by results that are too large', async () => {
    node.fault = async ({ method, id }, realResponse) =>
      method === 'eth_getCode'
        ? { jsonrpc: '2.0', id, result: `0x${'ab'.repeat(16_384)}` }
        : await realResponse();
    const quorums = [{ method: 'eth_getCode', ask: 2, agree: 2 }];
    const limits = { responseBytes: 16_384, cacheBytes: 0 };
    const gateway = await startGateway([node.url], { limits });
    const voting = await startGateway([node.url, node.url], { limits, network: { quorums } });
    try {
      for (let n = 0; n < 25; n++) {
        await assert.rejects(gateway.call('eth_getCode', address, 'latest'), TOO_MUCH);
        await assert.rejects(voting.call('eth_getCode', address, 'latest'), TOO_MUCH);
      }
      await gateway.call('eth_gasPrice');
    } finally {
      await Promise.all([gateway.stop(), voting.stop()]);
    }
  });

  it('by logs that are too large at once, which are fetched in parts', async () => {
    // Each block has a log of 4 KiB; the limit of an upstream response fits three, and the combined limit eight.
    const log = (blockNumber: string, blockHash: string) => ({
      address,
      topics: [],
      data: `0x${'ab'.repeat(2_000)}`,
      blockNumber,
      blockHash,
    });
    node.fault = async ({ method, params: [filter], id }, realResponse) => {
      if (method !== 'eth_getLogs') return await realResponse();
      const { fromBlock, toBlock } = filter as { fromBlock: string; toBlock: string };
      const length = Number(toBlock) - Number(fromBlock) + 1;
      const blocks = await Promise.all(
        Array.from({ length }, (_, n) => oldBlock(Number(fromBlock) + n)),
      );
      const result = blocks.map((block) => log((block as Block).number, (block as Block).hash));
      return { jsonrpc: '2.0', id, result };
    };
    const gateway = await startGateway([node.url], {
      limits: { responseBytes: 16_384, combinedBytes: 34_000, cacheBytes: 0 },
    });
    const logs = (toBlock: string) => gateway.call('eth_getLogs', { fromBlock: '0x1', toBlock });
    try {
      const found = (await logs('0x8')) as { readonly blockNumber: string }[];
      assert.deepEqual(
        found.map(({ blockNumber }) => Number(blockNumber)),
        [1, 2, 3, 4, 5, 6, 7, 8],
      );
      await assert.rejects(logs('0x10'), TOO_MUCH);
      await gateway.call('eth_gasPrice');
    } finally {
      await gateway.stop();
    }
  });

  it('by more calls than it can handle in time', async () => {
    // Most calls get no connection within half of the time limit, however slow the machine is.
    node.fault = async (_, realResponse) => {
      await delay(750);
      return await realResponse();
    };
    const gateway = await startGateway([node.url], {
      limits: { timeoutMs: 4_000, connections: 1_000 },
    });
    try {
      const calls = Array.from({ length: 500 }, (_, n) =>
        gateway.call('eth_getStorageAt', address, hex(n + 1), 'latest'),
      );
      const settled = await Promise.allSettled(calls);
      assert.ok(settled.some(({ status }) => status === 'fulfilled'));
      assert.ok(settled.some(({ status }) => status === 'rejected'));
      // It is not left out: only its connections may still be busy with those calls.
      node.fault = undefined;
      await eventually('it responds again', () =>
        gateway.call('eth_getStorageAt', address, hex(1_000), 'latest').then(
          () => true,
          ({ message }) => {
            assert.match(message, /the call to it failed/);
            return false;
          },
        ),
      );
    } finally {
      await gateway.stop();
    }
  });
});

it('does not verify results about the pending block, which has no hash', async () => {
  const node = await startFaultyNode(anvil.url, async ({ method, params }, realResponse) => {
    const { result, ...rest } = await realResponse();
    const isPending = method === 'eth_getBlockByNumber' && params[0] === 'pending';
    return { ...rest, result: isPending ? { ...(result as Block), hash: null } : result };
  });
  const gateway = await startGateway([node.url]);
  try {
    const block = (await gateway.call('eth_getBlockByNumber', 'pending', false)) as Block;
    assert.equal(block.hash, null);
    await gateway.call('eth_gasPrice');
  } finally {
    await gateway.stop();
    await node.stop();
  }
});

describe('a quorum', () => {
  const address = `0x${'12'.repeat(20)}`;
  const reverts = '0x60006000fd';
  let metrics: PrometheusMetrics;
  let nodes: FaultyNode[];
  let gateway: TestGateway;
  beforeEach(async () => {
    metrics = new PrometheusMetrics();
    nodes = await Promise.all([1, 2, 3].map(() => startFaultyNode(anvil.url)));
    gateway = await startGateway(
      nodes.map(({ url }) => url),
      {
        limits: { cacheBytes: 0 },
        telemetry: { ...silentTelemetry, metrics },
        network: {
          quorums: ['eth_getBalance', 'eth_call'].map((method) => ({ method, ask: 3, agree: 2 })),
        },
      },
    );
  });
  afterEach(async () => {
    await gateway.stop();
    await Promise.all(nodes.map((node) => node.stop()));
  });

  /** Makes some nodes return other balances. */
  const lie = (...balances: readonly (string | undefined)[]) => {
    for (const [n, result] of balances.entries()) {
      const fault: Fault = ({ method, id }, realResponse) =>
        method === 'eth_getBalance' ? { jsonrpc: '2.0', id, result } : realResponse();
      const node = nodes[n];
      if (node && result !== undefined) node.fault = fault;
    }
  };
  const balance = () => gateway.call('eth_getBalance', address, 'latest');

  it('outvotes one upstream, and reports it', async () => {
    lie(undefined, '0x5');
    assert.equal(await balance(), '0x0');
    await eventually('the disagreement is counted', async () => {
      const text = await metricsText([await metrics.snapshot()]);
      return /disagreements_total\{.*upstream="sepolia-2",method="eth_getBalance"\} 1/.test(text);
    });
  });

  it('is not reached if all upstreams differ', async () => {
    lie(undefined, '0x5', '0x6');
    await assert.rejects(balance(), {
      code: -32603,
      message:
        'No result for sepolia can be trusted now: 2 upstreams must agree about eth_getBalance, and of 3 results at most 1 were equal',
    });
  });

  it('needs enough upstreams that respond', async () => {
    await nodes[0]?.stop();
    assert.equal(await balance(), '0x0');
    await nodes[1]?.stop();
    await assert.rejects(balance(), { message: /^No upstream of sepolia is available/ });
  });

  it('counts errors of the chain as results', async () => {
    const call = { data: reverts };
    const [node] = nodes;
    if (node) {
      node.fault = async (_, realResponse) => {
        const { error, ...rest } = await realResponse();
        return error ? { ...rest, error: { ...error, message: 'other words' } } : rest;
      };
    }
    await assert.rejects(gateway.call('eth_call', call, 'latest'), { code: 3 });
  });
});

it('calls one upstream only if the error is caused by the call', async (test) => {
  const error = { code: -32000, message: 'gas limit exceeded: transaction type not supported' };
  const refuse: Fault = ({ method, id }, realResponse) =>
    method === 'eth_estimateGas' ? { jsonrpc: '2.0', id, error } : realResponse();
  const nodes = [
    await startFaultyNode(anvil.url, refuse),
    await startFaultyNode(anvil.url, refuse),
  ];
  const gateway = await startGateway(
    nodes.map(({ url }) => url),
    { network: { hedgeMs: 'off' } },
  );
  test.after(async () => {
    await gateway.stop();
    await Promise.all(nodes.map((node) => node.stop()));
  });
  await assert.rejects(gateway.call('eth_estimateGas', {}), error);
  const received = nodes.flatMap((node) => node.received);
  assert.equal(received.filter((method) => method === 'eth_estimateGas').length, 1);
});

it('calls another upstream if an error comes with a status of the server', async (test) => {
  let status = 503;
  const nodes = await Promise.all(
    [1, 2].map((n) =>
      startFaultyNode(anvil.url, (call, realResponse, response) =>
        call.method !== 'eth_gasPrice' || n === 2
          ? realResponse()
          : void response.writeHead(status).end(errorBody(call)),
      ),
    ),
  );
  const gateway = await startGateway(
    nodes.map(({ url }) => url),
    { limits: { cacheBytes: 0 } },
  );
  test.after(async () => {
    await gateway.stop();
    await Promise.all(nodes.map((node) => node.stop()));
  });
  const [first] = nodes;
  const calls = () => first?.received.filter((method) => method === 'eth_gasPrice').length ?? 0;
  const price = await anvil.call('eth_gasPrice');
  for (status of [500, 503, 401, 402, 403]) {
    const before = calls();
    await eventually('the first upstream is called', async () => {
      assert.equal(await gateway.call('eth_gasPrice'), price, `${status}`);
      return calls() > before;
    });
  }
});

it('does not take an error for the id of another chain', async (test) => {
  let isLimited = true;
  const node = await startFaultyNode(anvil.url, ({ method, id }, realResponse) =>
    method === 'eth_chainId' && isLimited
      ? { jsonrpc: '2.0', id, error: { code: -32005, message: 'limit exceeded' } }
      : realResponse(),
  );
  const gateway = await startGateway([node.url], { network: { blockMs: 1_200 } });
  test.after(async () => {
    await gateway.stop();
    await node.stop();
  });
  await assert.rejects(gateway.call('eth_gasPrice'), { code: -32603 });
  isLimited = false;
  await eventually('the upstream is used', async () => {
    return await gateway.call('eth_gasPrice').then(
      () => true,
      () => false,
    );
  });
});
