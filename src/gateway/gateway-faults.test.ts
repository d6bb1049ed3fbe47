import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../../test/support/eventually.ts';
import { type Anvil, startAnvil } from './fixtures/anvil.ts';
import { type Fault, type FaultyNode, startFaultyNode } from './fixtures/faulty-node.ts';
import { startGateway, type TestGateway } from './fixtures/test-gateway.ts';

const LAG = 20;
const CLIENTS = 8;
const CALLS = 6;

/** Says what was so some blocks ago. */
const lagging: Fault = async ({ method, params, id }, answer) => {
  const { result, ...rest } = await answer();
  if (method === 'eth_blockNumber') return { ...rest, result: hex(Number(result) - LAG) };
  if (method === 'eth_getBlockByNumber' && params[0] === 'latest') {
    return { jsonrpc: '2.0', id, result: await oldBlock(Number((result as Block).number) - LAG) };
  }
  if (Number(params[1] ?? params[0]) > (await newest()) - LAG) {
    return { jsonrpc: '2.0', id, error: { code: -32000, message: 'header not found' } };
  }
  return { ...rest, result };
};

const faults: Readonly<Record<string, Fault>> = {
  'is of another chain': async ({ method }, answer) =>
    method === 'eth_chainId' ? { jsonrpc: '2.0', id: 1, result: '0x1' } : await answer(),
  'answers with garbage': () => '<html>busy</html>',
  'answers with another id': async (_, answer) => ({ ...(await answer()), id: 99 }),
  'refuses with 500': (_call, _answer, response) => void response.writeHead(500).end('no'),
  'wants fewer calls': (_call, _answer, response) => void response.writeHead(429).end(),
  'cuts its answers off': (_call, _answer, response) => {
    response.writeHead(200, { 'content-length': 1000 }).write('{"jsonrpc"');
    setImmediate(() => response.destroy());
  },
  'is slow': async (_, answer) => {
    await delay(300);
    return await answer();
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
    it(`${what}, no call fails and no answer is old`, async () => {
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
  let honest: FaultyNode;
  let liar: FaultyNode;
  let gateway: TestGateway;
  let transaction: { readonly hash: string; readonly height: string };
  before(async () => {
    const [from] = (await anvil.call('eth_accounts')) as string[];
    const hash = (await anvil.call('eth_sendTransaction', {
      from,
      to: from,
      value: '0x1',
    })) as string;
    await eventually('the transaction is mined', async () => {
      const receipt = await anvil.call('eth_getTransactionReceipt', hash);
      if (receipt) transaction = { hash, height: (receipt as { blockNumber: string }).blockNumber };
      return receipt !== null;
    });
  });

  const other = `0x${'66'.repeat(32)}`;
  const altered =
    (methods: string, change: (result: Record<string, unknown>) => unknown): Fault =>
    async ({ method, params }, answer) => {
      const body = await answer();
      const isMeant = methods.includes(method) && params[0] !== 'latest' && body['result'];
      if (!isMeant) return body;
      return { ...body, result: change(body['result'] as Record<string, unknown>) };
    };
  const lies: Readonly<
    Record<string, readonly [fault: Fault, method: string, params: () => unknown[]]>
  > = {
    'about the block of a receipt': [
      altered('eth_getTransactionReceipt', (receipt) => ({ ...receipt, blockHash: other })),
      'eth_getTransactionReceipt',
      () => [transaction.hash],
    ],
    'with the receipt of another transaction': [
      altered('eth_getTransactionReceipt', (receipt) => ({ ...receipt, transactionHash: other })),
      'eth_getTransactionReceipt',
      () => [transaction.hash],
    ],
    'about the receipts of a block': [
      altered('eth_getBlockReceipts', (list) =>
        (list as unknown as object[]).map((receipt) => ({ ...receipt, blockHash: other })),
      ),
      'eth_getBlockReceipts',
      () => [transaction.height],
    ],
    'about the content of a block': [
      altered('eth_getBlockByNumber', (block) => ({ ...block, gasUsed: '0x1' })),
      'eth_getBlockByNumber',
      () => [transaction.height, false],
    ],
    'with another block': [
      altered('eth_getBlockByNumber', () => ({ hash: other, number: '0x1' })),
      'eth_getBlockByNumber',
      () => [transaction.height, false],
    ],
    'about the block of a transaction': [
      altered('eth_getTransactionByHash', (found) => ({ ...found, blockHash: other })),
      'eth_getTransactionByHash',
      () => [transaction.hash],
    ],
  };
  for (const [what, [fault, method, params]] of Object.entries(lies)) {
    it(`${what} is left out, and its answer reaches nobody`, async () => {
      honest = await startFaultyNode(anvil.url);
      liar = await startFaultyNode(anvil.url, fault);
      gateway = await startGateway([liar.url, honest.url], { cacheBytes: 0 });
      try {
        const truth = await anvil.call(method, ...params());
        for (let n = 0; n < 6; n++) {
          assert.deepEqual(await gateway.call(method, ...params()), truth);
        }
        const told = liar.asked.filter((asked) => asked === method).length;
        assert.ok(told >= 1 && told <= 3, `the liar was asked ${told} times`);
      } finally {
        await gateway.stop();
        await Promise.all([liar.stop(), honest.stop()]);
      }
    });
  }
});
