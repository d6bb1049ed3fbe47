import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { RLP } from '@ethereumjs/rlp';
import { ethers } from 'ethers';
import { eventually } from '../../test/support/eventually.ts';
import type { GatewayNetwork } from '../contracts/gateway/gateway-channel.ts';
import { silentTelemetry } from '../telemetry/silent-telemetry.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { type Anvil, startAnvil } from './fixtures/anvil.ts';
import { type Fault, type FaultyNode, startFaultyNode } from './fixtures/faulty-node.ts';
import { startGateway, type TestGateway } from './fixtures/test-gateway.ts';

/** A contract that logs one word while it is created. */
const LOGGING = '0x60206000a000';
/** The chain is polled ten times a second. */
const FAST = { blockMs: 1_200 };
/** More of them take longer, and find no more: `REORGANISATIONS=200` before the command of the test. */
const REORGANISATIONS = Number(process.env['REORGANISATIONS'] ?? 20);

interface Block {
  readonly number: string;
  readonly hash: string;
}

let anvil: Anvil;
let nodes: FaultyNode[];
let gateway: TestGateway;
/** Log lines of warnings: an upstream that is left out causes one. */
let warnings: string[];
/** Results of calls by hash, as a node with all branches keeps them. Anvil forgets other branches. */
const recorded = new Map<string, unknown>();
const keyOf = (method: string, params: readonly unknown[]) => `${method} ${JSON.stringify(params)}`;

const archive: Fault = async ({ method, params, id }, realResponse) => {
  const body = await realResponse();
  const known = recorded.get(keyOf(method, params));
  const isMissing = body['result'] === null || body['result'] === undefined;
  return isMissing && known !== undefined ? { jsonrpc: '2.0', id, result: known } : body;
};

const hex = (number: number) => `0x${number.toString(16)}`;
const latest = async () => (await anvil.call('eth_getBlockByNumber', 'latest', false)) as Block;

/** The calls that name a block by its hash. */
const callsByHash = (hash: string): readonly (readonly [string, ...unknown[]])[] => [
  ['eth_getBlockByHash', hash, false],
  ['eth_getBlockByHash', hash, true],
  ['eth_getBlockReceipts', hash],
  ['eth_getTransactionByBlockHashAndIndex', hash, '0x0'],
  ['eth_getLogs', { blockHash: hash }],
];

async function record(hash: string): Promise<void> {
  for (const [method, ...params] of callsByHash(hash)) {
    recorded.set(keyOf(method, params), await anvil.call(method, ...params));
  }
}

/** Mines a block with a transaction that logs. */
async function mineLog(): Promise<Block> {
  const [from] = (await anvil.call('eth_accounts')) as string[];
  const { number } = await latest();
  await anvil.call('eth_sendTransaction', { from, data: LOGGING, gas: '0x20000' });
  await eventually('the transaction is mined', async () => (await latest()).number !== number);
  return await latest();
}

async function untilHead({ hash }: Block): Promise<void> {
  await eventually('the gateway has the head', async () => {
    const head = (await gateway.call('eth_getBlockByNumber', 'latest', false)) as Block;
    return head.hash === hash;
  });
}

const telemetry = (): Telemetry => ({
  ...silentTelemetry,
  log: {
    ...silentTelemetry.log,
    warn: (fields: unknown, text?: string) =>
      void warnings.push(`${text} ${JSON.stringify(fields)}`),
  },
});

async function start(
  count: number,
  fault: Fault = archive,
  {
    cacheBytes = 0,
    network = FAST,
  }: { cacheBytes?: number; network?: Partial<GatewayNetwork> } = {},
): Promise<void> {
  warnings = [];
  nodes = await Promise.all(Array.from({ length: count }, () => startFaultyNode(anvil.url, fault)));
  gateway = await startGateway(
    nodes.map(({ url }) => url),
    {
      limits: { cacheBytes, bodyBytes: 2 * 1024 * 1024 },
      telemetry: telemetry(),
      network,
    },
  );
}

before(async () => {
  anvil = await startAnvil();
  await anvil.mine(5);
});
afterEach(async () => {
  await gateway.stop();
  await Promise.all(nodes.map((node) => node.stop()));
});
after(() => anvil.stop());

describe('after a reorganisation', () => {
  it('results about the orphaned block are returned, and no upstream is left out', async () => {
    await start(3);
    const orphan = await mineLog();
    await record(orphan.hash);
    await untilHead(orphan);
    await anvil.call('anvil_reorg', 1, []);
    await anvil.mine();
    await untilHead(await latest());
    for (const [method, ...params] of callsByHash(orphan.hash)) {
      const result = await gateway.call(method, ...params);
      assert.deepEqual(result, recorded.get(keyOf(method, params)), method);
    }
    assert.deepEqual(warnings, []);
  });

  it('results about an orphaned block below the tracked ones are returned as well', async () => {
    const orphan = await mineLog();
    await record(orphan.hash);
    await anvil.call('anvil_reorg', 1, []);
    await anvil.mine(3);
    // A gateway tracks the blocks from its start on.
    await start(3);
    await untilHead(await latest());
    for (const [method, ...params] of callsByHash(orphan.hash)) {
      const result = await gateway.call(method, ...params);
      assert.deepEqual(result, recorded.get(keyOf(method, params)), method);
    }
    assert.deepEqual(warnings, []);
  });

  it('results about the orphaned block are refused if they name another number', async () => {
    await start(2, async (call, realResponse, response) => {
      const body = (await archive(call, realResponse, response)) as { result: unknown };
      const isMeant = call.method === 'eth_getBlockReceipts' && call.params[0] === orphan.hash;
      if (!isMeant) return body;
      const receipts = body.result as { logs: object[] }[];
      return { ...body, result: receipts.map((one) => ({ ...one, blockNumber: '0x1' })) };
    });
    const orphan = await mineLog();
    await untilHead(orphan);
    await assert.rejects(gateway.call('eth_getBlockReceipts', orphan.hash), { code: -32603 });
    assert.match(warnings.join(), /the number of its block is wrong/);
  });

  it('no call fails, whatever clients ask, and no upstream is left out', async () => {
    await start(3);
    const address = `0x${'12'.repeat(20)}`;
    const orphans: Block[] = [];
    let isOver = false;
    const failures: string[] = [];
    const ask = async (method: string, ...params: unknown[]) => {
      await gateway.call(method, ...params).catch((error) => {
        failures.push(`${method} ${JSON.stringify(params)}: ${error.message}`);
      });
    };
    const client = async () => {
      for (let n = 0; !isOver; n++) {
        await ask('eth_getBalance', address, 'latest');
        await ask('eth_getBlockByNumber', 'latest', false);
        await ask('eth_getLogs', { fromBlock: '0x1', toBlock: 'latest' });
        const orphan = orphans.at(n % Math.max(1, orphans.length));
        if (!orphan) continue;
        for (const call of callsByHash(orphan.hash)) await ask(...call);
      }
    };
    const clients = [client(), client(), client()];
    for (let n = 0; n < REORGANISATIONS; n++) {
      const block = await mineLog();
      await record(block.hash);
      orphans.push(block);
      await anvil.call('anvil_reorg', 1 + (n % 3), []);
      if (n % 4 === 0) await anvil.mine(1 + (n % 2));
      if (n % 5 === 0) await untilHead(await latest());
    }
    isOver = true;
    await Promise.all(clients);
    assert.deepEqual(failures, []);
    assert.deepEqual(warnings, []);
  });
});

describe('an upstream on another branch', () => {
  it('is not left out, and clients get results of the chain of the others', async () => {
    await start(3);
    await anvil.mine();
    await untilHead(await latest());
    const [first] = nodes as [FaultyNode];
    const sibling = await mineLog();
    await untilHead(sibling);
    // The first upstream keeps the sibling, which the others leave.
    const kept = await anvil.call('eth_getBlockByNumber', 'latest', false);
    first.fault = async ({ method, params, id }, realResponse) => {
      const isSibling = params[0] === 'latest' || params[0] === sibling.number;
      const isBlock = method === 'eth_getBlockByNumber' && isSibling;
      const isHash = method === 'eth_getBlockByHash' && params[0] === sibling.hash;
      return isBlock || isHash ? { jsonrpc: '2.0', id, result: kept } : await realResponse();
    };
    await anvil.call('anvil_reorg', 1, []);
    const head = await latest();
    await untilHead(head);
    for (let n = 0; n < 30; n++) {
      const block = (await gateway.call('eth_getBlockByNumber', head.number, false)) as Block;
      assert.equal(block.hash, head.hash);
    }
    assert.deepEqual(warnings, []);
  });
});

describe('after a revert to an older block', () => {
  it('clients get the new head and no cached results of the old branch', async () => {
    // Results are cached for two block times.
    await start(1, archive, { cacheBytes: 1024 * 1024, network: { blockMs: 6_000 } });
    const address = `0x${'34'.repeat(20)}`;
    const balance = () => gateway.call('eth_getBalance', address, 'latest');
    const snapshot = await anvil.call('evm_snapshot');
    const before = await latest();
    await anvil.call('anvil_setBalance', address, '0x5');
    await anvil.mine(3);
    await untilHead(await latest());
    assert.equal(await balance(), '0x5');
    await anvil.call('evm_revert', snapshot);
    await untilHead(before);
    // Needs an upstream that has what this client has seen: no block that is gone.
    await gateway.call('eth_gasPrice');
    assert.equal(await balance(), '0x0');
    const call = { to: address, data: '0x' };
    assert.equal(await gateway.call('eth_call', call, 'latest'), '0x');
    // The new head has the number of the old one, for which the balance was cached.
    const filter = await gateway.call('eth_newBlockFilter');
    await anvil.mine(3);
    const { hash } = await latest();
    await eventually('the gateway follows the new branch', async () => {
      return ((await gateway.call('eth_getFilterChanges', filter)) as string[]).includes(hash);
    });
    assert.equal(await balance(), '0x0');
    assert.deepEqual(warnings, []);
  });

  it('clients do not join calls that were made before it (they got results of the old branch)', async () => {
    const held = Promise.withResolvers<void>();
    const results: unknown[] = [];
    const fault: Fault = async ({ method, params }, realResponse) => {
      const response = await realResponse();
      if (method !== 'eth_getBalance' || params[0] !== address) return response;
      results.push(response['result']);
      if (results.length === 1) await held.promise;
      return response;
    };
    await start(1, fault, { cacheBytes: 1024 * 1024, network: { blockMs: 6_000 } });
    const address = `0x${'56'.repeat(20)}`;
    const balance = () => gateway.call('eth_getBalance', address, 'latest');
    const snapshot = await anvil.call('evm_snapshot');
    await anvil.call('anvil_setBalance', address, '0x5');
    await anvil.mine();
    await untilHead(await latest());
    const first = balance().catch(() => {});
    await eventually('the call is made', () => results.length === 1);
    await anvil.call('evm_revert', snapshot);
    await anvil.mine();
    await untilHead(await latest());
    assert.equal(await balance(), '0x0');
    held.resolve();
    await first;
    assert.equal(await balance(), '0x0', 'the result of the first call is not cached');
    assert.deepEqual(results, ['0x5', '0x0']);
  });
});

describe('while the head goes back', () => {
  const address = `0x${'78'.repeat(20)}`;
  const getBalance = { method: 'eth_getBalance', agree: 2, ask: 3 };
  /** The gateway polls the head every five seconds, unless a call makes it do so earlier. */
  const slow = { blockMs: 60_000 };

  /** Lets all upstreams lose their newest blocks, after the gateway has returned a result about them. */
  async function goBack(network: Partial<GatewayNetwork>): Promise<Block> {
    const snapshot = await anvil.call('evm_snapshot');
    const before = await latest();
    await anvil.call('anvil_setBalance', address, '0x5');
    await anvil.mine(3);
    await start(3, archive, { network: { ...slow, ...network } });
    assert.equal(await gateway.call('eth_getBalance', address, 'latest'), '0x5');
    await anvil.call('evm_revert', snapshot);
    return before;
  }

  for (const [what, quorums] of [
    ['one upstream', []],
    ['a quorum', [getBalance]],
  ] as const) {
    it(`a call about the newest block, to ${what}, has the result of the new head`, async () => {
      await goBack({ quorums });
      assert.equal(await gateway.call('eth_getBalance', address, 'latest'), '0x0');
      assert.deepEqual(warnings, []);
    });
  }

  it('the newest block is the new head, not null', async () => {
    const { hash } = await goBack({});
    const head = (await gateway.call('eth_getBlockByNumber', 'latest', false)) as Block;
    assert.equal(head.hash, hash);
  });

  it('a call that waits for the newest block of its client goes on', async () => {
    const { hash } = await goBack({});
    const both = await Promise.all([
      gateway.call('eth_getBlockByNumber', 'latest', false),
      gateway.call('eth_getBlockByHash', hash, false),
    ]);
    assert.deepEqual(both[0], both[1]);
  });
});

describe('a block from the future', () => {
  for (const isPublic of [true, false]) {
    it(`${isPublic ? 'does not become' : 'becomes'} the head of a ${isPublic ? 'public' : 'private'} network, though its upstream is not a development node`, async () => {
      const own = anvil;
      anvil = await startAnvil();
      try {
        await anvil.mine(3);
        const fault: Fault = async (call, realResponse) =>
          call.method === 'web3_clientVersion'
            ? { jsonrpc: '2.0', id: call.id, result: 'Geth/v1.16.0' }
            : await realResponse();
        await start(1, fault, { network: { ...FAST, isPublic } });
        const before = await latest();
        await untilHead(before);
        await anvil.call('evm_increaseTime', 3_600);
        await anvil.mine();
        if (!isPublic) return await untilHead(await latest());
        const [node] = nodes as [FaultyNode];
        const polls = () => node.received.filter((name) => name === 'eth_getBlockByNumber').length;
        const soFar = polls();
        await eventually('the block was seen', () => polls() >= soFar + 5);
        assert.equal(await gateway.call('eth_blockNumber'), before.number);
      } finally {
        await anvil.stop();
        anvil = own;
      }
    });
  }
});

describe('what one upstream does not find by its hash', () => {
  const lacking =
    (method: string): Fault =>
    ({ method: called, id }, realResponse) =>
      called === method ? { jsonrpc: '2.0', id, result: null } : realResponse();

  for (const method of [
    'eth_getTransactionReceipt',
    'eth_getTransactionByHash',
    'eth_getBlockByHash',
  ]) {
    it(`is asked from one other (${method})`, async () => {
      await start(3);
      const block = await mineLog();
      await untilHead(block);
      const { transactions } = (await anvil.call('eth_getBlockByHash', block.hash, false)) as {
        transactions: string[];
      };
      const params =
        method === 'eth_getBlockByHash' ? [block.hash, false] : [String(transactions[0])];
      for (const node of nodes) {
        node.fault = lacking(method);
        const result = await gateway.call(method, ...params);
        node.fault = archive;
        assert.deepEqual(result, await anvil.call(method, ...params));
      }
      for (const node of nodes) node.received.length = 0;
      const unknown = `0x${'77'.repeat(32)}`;
      assert.equal(await gateway.call(method, unknown, ...params.slice(1)), null);
      const calls = nodes.flatMap(({ received }) => received.filter((name) => name === method));
      assert.equal(calls.length, 2);
    });
  }
});

it('asks an upstream that lags for a transaction that another one does not find', async () => {
  await start(2);
  const block = await mineLog();
  await untilHead(block);
  const { transactions } = (await anvil.call('eth_getBlockByHash', block.hash, false)) as {
    transactions: string[];
  };
  const [lacks, lags] = nodes as [FaultyNode, FaultyNode];
  const before = await anvil.call('eth_getBlockByNumber', hex(Number(block.number) - 1), false);
  lacks.fault = async ({ method, id }, realResponse) =>
    method === 'eth_getTransactionReceipt'
      ? { jsonrpc: '2.0', id, result: null }
      : await realResponse();
  lags.fault = async ({ params, id }, realResponse) =>
    params[0] === 'latest' ? { jsonrpc: '2.0', id, result: before } : await realResponse();
  await anvil.mine();
  await untilHead(await latest());
  const receipt = await gateway.call('eth_getTransactionReceipt', transactions[0]);
  assert.equal((receipt as { blockHash: string }).blockHash, block.hash);
});

it('forwards a transaction with six blobs', async () => {
  await start(1);
  const blobs = Array.from({ length: 6 }, () => Buffer.alloc(131_072, 1));
  const proofs = blobs.map(() => Buffer.alloc(48, 2));
  const transaction = [Buffer.from([1]), Buffer.from([5])];
  const encoded = RLP.encode([transaction, blobs, proofs, proofs]);
  const raw = `0x03${Buffer.from(encoded).toString('hex')}`;
  const hash = ethers.keccak256(Buffer.concat([Buffer.from([3]), RLP.encode(transaction)]));
  const [node] = nodes as [FaultyNode];
  let received = 0;
  node.fault = ({ method, params, id }, realResponse) => {
    if (method !== 'eth_sendRawTransaction') return realResponse();
    received = String(params[0]).length;
    return { jsonrpc: '2.0', id, result: hash };
  };
  assert.equal(await gateway.call('eth_sendRawTransaction', raw), hash);
  assert.equal(received, raw.length);
});

describe('methods that the settings allow', () => {
  it('are sent to one upstream only, each time they are called', async () => {
    warnings = [];
    nodes = await Promise.all([1, 2].map(() => startFaultyNode(anvil.url)));
    const methods = { allow: ['eth_sendTransaction'], deny: ['eth_getLogs', 'eth_subscribe'] };
    gateway = await startGateway(
      nodes.map(({ url }) => url),
      { telemetry: telemetry(), network: { ...FAST, methods } },
    );
    for (const node of nodes) {
      node.fault = ({ method, id }, realResponse, response) => {
        if (method !== 'eth_sendTransaction') return realResponse();
        return void response.writeHead(500).end(`{"jsonrpc":"2.0","id":${id}`);
      };
    }
    await assert.rejects(gateway.call('eth_sendTransaction', {}), { code: -32603 });
    const sent = () =>
      nodes.flatMap(({ received }) => received).filter((method) => /send/.test(method)).length;
    assert.equal(sent(), 1);
    // Any error may follow an effect, unless the node does not know the method.
    for (const [code, calls] of [
      [-32603, 1],
      [-32005, 1],
      [-32601, 2],
    ] as const) {
      const before = sent();
      for (const node of nodes) {
        node.fault = ({ method, id }, realResponse) =>
          method === 'eth_sendTransaction'
            ? { jsonrpc: '2.0', id, error: { code, message: 'an error' } }
            : realResponse();
      }
      await assert.rejects(gateway.call('eth_sendTransaction', {}), { code });
      assert.equal(sent() - before, calls, `${code}`);
    }
    // A reused connection that ends may have ended after the effect (the call was sent again).
    const before = sent();
    for (const node of nodes) {
      node.fault = ({ method }, realResponse, response) =>
        method === 'eth_sendTransaction' ? void response.destroy() : realResponse();
    }
    await assert.rejects(gateway.call('eth_sendTransaction', {}), { code: -32603 });
    assert.equal(sent() - before, 1);
    await assert.rejects(gateway.call('eth_getLogs', {}), { code: -32601 });
    await assert.rejects(gateway.call('eth_newFilter', {}), { code: -32601 });
    await gateway.call('eth_newBlockFilter');
  });
});

describe('eth_getLogs in parts', () => {
  const tooMany = (limit: number): Fault => {
    return ({ method, params: [filter], id }, realResponse) => {
      if (method !== 'eth_getLogs') return realResponse();
      const { fromBlock, toBlock } = filter as { fromBlock: string; toBlock: string };
      if (Number(toBlock) - Number(fromBlock) < limit) return realResponse();
      const message = `query returned more than 10000 results`;
      return { jsonrpc: '2.0', id, error: { code: -32005, message } };
    };
  };
  const calls = () =>
    nodes.flatMap(({ received }) => received.filter((name) => name === 'eth_getLogs')).length;
  const begin = async (fault: Fault, count = 1) => {
    await start(count, fault);
    const height = Number((await latest()).number);
    if (height < 200) await anvil.mine(200 - height);
    await untilHead(await latest());
    for (const node of nodes) node.received.length = 0;
    return Number((await latest()).number);
  };

  it('makes at most 32 upstream calls, and names the range that is possible', async () => {
    const height = await begin(tooMany(4));
    const filter = { fromBlock: '0x1', toBlock: hex(height) };
    const error = await gateway.call('eth_getLogs', filter).then(
      () => assert.fail('it did not fail'),
      (failed) => failed,
    );
    assert.equal(error.code, -32047);
    assert.ok(calls() <= 32, `${calls()} calls`);
    const most = error.data.max_blocks;
    assert.match(error.message, new RegExp(`at most ${most} blocks, not ${height}`));
    await gateway.call('eth_getLogs', { fromBlock: '0x1', toBlock: hex(most) });
  });

  for (const limit of [1, 2, 7]) {
    it(`names a range that is possible if three upstreams accept ${limit} blocks`, async () => {
      const toBlock = hex(await begin(tooMany(limit), 3));
      const error = await gateway.call('eth_getLogs', { fromBlock: '0x1', toBlock }).then(
        () => assert.fail('it did not fail'),
        (failed) => failed,
      );
      assert.equal(error.code, -32047);
      assert.ok(calls() <= 32, `${calls()} calls, retries included`);
      const filter = { fromBlock: '0x1', toBlock: hex(error.data.max_blocks) };
      await gateway.call('eth_getLogs', filter);
    });
  }

  it('learns from a refusal how long the parts may be', async () => {
    await begin(tooMany(60));
    await gateway.call('eth_getLogs', { fromBlock: '0x1', toBlock: hex(200) });
    assert.ok(calls() <= 8, `${calls()} calls`);
  });

  for (const message of [
    'block range extends beyond current head block',
    'daily request count exceeded, request rate limited',
  ]) {
    it(`is not tried because of "${message}"`, async () => {
      const height = await begin(({ method, id }, realResponse) =>
        method === 'eth_getLogs'
          ? { jsonrpc: '2.0', id, error: { code: -32000, message } }
          : realResponse(),
      );
      const filter = { fromBlock: '0x1', toBlock: hex(height) };
      await assert.rejects(gateway.call('eth_getLogs', filter), { code: -32000, message });
      assert.equal(calls(), 1);
    });
  }

  it('refuses a range that begins beyond the head before any upstream is called', async () => {
    const height = await begin(archive);
    for (const toBlock of [hex(height + 5), 'latest', 'pending']) {
      const filter = { fromBlock: hex(height + 1), toBlock };
      const message = `The parameter fromBlock is block ${height + 1}, and the newest block is ${height}`;
      await assert.rejects(gateway.call('eth_getLogs', filter), { code: -32602, message });
    }
    assert.equal(calls(), 0);
  });

  it('takes every part from the rate limit of the caller', async () => {
    warnings = [];
    nodes = [await startFaultyNode(anvil.url, tooMany(40))];
    const limits = { clientRate: 0.001, clientBurst: 10, cacheBytes: 0 };
    gateway = await startGateway([String(nodes[0]?.url)], { limits, network: FAST });
    await gateway.call('eth_getLogs', { fromBlock: '0x1', toBlock: hex(200) });
    assert.ok(calls() >= 9);
    await assert.rejects(gateway.call('eth_chainId'), { code: -32005 });
  });
});
