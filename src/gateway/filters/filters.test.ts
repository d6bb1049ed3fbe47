import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { ethers } from 'ethers';
import { createPublicClient, http } from 'viem';
import { eventually } from '../../../test/support/eventually.ts';
import { EDGE_CALLER_HEADER, writeEdgeCaller } from '../../contracts/gateway/edge-caller.ts';
import { type Clock, systemClock } from '../../kernel/clock.ts';
import { type Anvil, startAnvil } from '../fixtures/anvil.ts';
import { startFaultyNode } from '../fixtures/faulty-node.ts';
import { EDGE_SECRET, startGateway, type TestGateway } from '../fixtures/test-gateway.ts';

/** Creates a contract that logs one word whenever it is called. */
const EMITTER = '0x6006600c60003960066000f360206000a000';
const NOT_FOUND = { code: -32000, message: 'filter not found' };

interface Block {
  readonly hash: string;
}

interface Log {
  readonly blockHash: string;
  readonly removed?: boolean;
}

let anvil: Anvil;
let gateway: TestGateway;
let emitter: string;
/** Added to the clock of the gateway. */
let later = 0;
const clock: Clock = { ...systemClock, tick: () => systemClock.tick() + later };

const waitForHead = async () => {
  const { hash } = (await anvil.call('eth_getBlockByNumber', 'latest', false)) as { hash: string };
  await eventually('the gateway has the head', async () => {
    const head = await gateway.call('eth_getBlockByNumber', 'latest', false);
    return (head as { hash: string }).hash === hash;
  });
};

async function send(transaction: object): Promise<{ contractAddress: string }> {
  const [from] = (await anvil.call('eth_accounts')) as string[];
  const hash = await anvil.call('eth_sendTransaction', { from, gas: '0x40000', ...transaction });
  let receipt: unknown = null;
  await eventually('the transaction is mined', async () => {
    receipt = await anvil.call('eth_getTransactionReceipt', hash);
    return receipt !== null;
  });
  await waitForHead();
  return receipt as { contractAddress: string };
}
const emit = () => send({ to: emitter });

before(async () => {
  anvil = await startAnvil();
});
beforeEach(async () => {
  later = 0;
  gateway = await startGateway([anvil.url], { clock, network: { blockMs: 1_200 } });
  ({ contractAddress: emitter } = await send({ data: EMITTER }));
});
afterEach(() => gateway.stop());
after(() => anvil.stop());

let others = 0;

/** A call of a new client. */
async function callAsOther(method: string, ...params: readonly unknown[]) {
  others += 1;
  const response = await fetch(gateway.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [EDGE_CALLER_HEADER]: writeEdgeCaller(EDGE_SECRET, `192.0.${others >> 8}.${others & 255}`),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return (await response.json()) as { readonly result?: unknown; readonly error?: unknown };
}

const changes = (id: unknown) => gateway.call('eth_getFilterChanges', id) as Promise<Log[]>;

describe('a filter', () => {
  it('for blocks returns the hashes of new blocks, each once', async () => {
    const id = await gateway.call('eth_newBlockFilter');
    assert.match(String(id), /^0x[1-9a-f][0-9a-f]{31}$/);
    assert.deepEqual(await changes(id), []);
    await anvil.mine(2);
    await waitForHead();
    const hashes = await changes(id);
    assert.equal(hashes.length, 2);
    const head = (await anvil.call('eth_getBlockByNumber', 'latest', false)) as { hash: string };
    assert.equal(hashes[1], head.hash);
    assert.deepEqual(await changes(id), []);
    await assert.rejects(gateway.call('eth_getFilterLogs', id), NOT_FOUND);
  });

  it('for logs returns new logs, and those that a reorganisation removes', async () => {
    const id = await gateway.call('eth_newFilter', { address: emitter });
    await emit();
    await anvil.mine();
    await waitForHead();
    const [log, ...others] = await changes(id);
    assert.deepEqual(others, []);
    assert.equal(log?.removed ?? false, false);
    await anvil.call('anvil_reorg', 2, []);
    await anvil.mine();
    await waitForHead();
    const removed = await changes(id);
    assert.deepEqual(
      removed.map(({ blockHash, removed: isRemoved }) => [blockHash, isRemoved]),
      [[log?.blockHash, true]],
    );
  });

  it('for logs goes on after a revert', async () => {
    const snapshot = await anvil.call('evm_snapshot');
    const id = await gateway.call('eth_newFilter', { address: emitter });
    const blocks = await gateway.call('eth_newBlockFilter');
    await anvil.mine(4);
    await waitForHead();
    await anvil.call('evm_revert', snapshot);
    await waitForHead();
    assert.deepEqual(await changes(id), []);
    // The head after the revert is an old block.
    assert.equal((await changes(blocks)).length, 4);
    await emit();
    assert.equal((await changes(id)).length, 1);
  });

  it('is gone when another chain has begun', async (test) => {
    const node = await startFaultyNode(anvil.url);
    const other = await startAnvil(['--timestamp', '1700000000']);
    test.after(() => Promise.all([node.stop(), other.stop()]));
    await gateway.stop();
    gateway = await startGateway([node.url], { clock, network: { blockMs: 1_200 } });
    const id = await gateway.call('eth_newBlockFilter');
    const logs = await gateway.call('eth_newFilter', { address: emitter });
    node.target = other.url;
    await eventually('the other chain is followed', async () => {
      return (await changes(id).catch(({ message }) => message)) === NOT_FOUND.message;
    });
    await assert.rejects(changes(logs), NOT_FOUND);
  });

  it('for logs takes further calls to upstreams from the rate limit of its client', async () => {
    await gateway.stop();
    const limits = { clientRate: 1e-6, clientBurst: 4 };
    gateway = await startGateway([anvil.url], { clock, limits, network: { blockMs: 1_200 } });
    const id = await gateway.call('eth_newFilter', { address: emitter });
    for (let n = 0; n < 2; n++) {
      await anvil.mine(50);
      const head = (await anvil.call('eth_getBlockByNumber', 'latest', false)) as Block;
      await eventually('the gateway has the head', async () => {
        const { result } = await callAsOther('eth_getBlockByNumber', 'latest', false);
        return (result as Block).hash === head.hash;
      });
    }
    // The logs of 64 blocks are fetched at once.
    assert.deepEqual(await changes(id), []);
    await gateway.call('eth_chainId');
    await assert.rejects(gateway.call('eth_chainId'), { code: -32005 });
  });

  it('for logs goes on if most of the blocks that it has missed are gone', async () => {
    const id = await gateway.call('eth_newFilter', { address: emitter });
    await anvil.mine(20);
    await waitForHead();
    const snapshot = await anvil.call('evm_snapshot');
    // With the blocks before, more changes than one call returns. The chain remembers 128 blocks.
    for (let n = 0; n < 2; n++) {
      await anvil.mine(60);
      await waitForHead();
    }
    await anvil.call('evm_revert', snapshot);
    await waitForHead();
    await anvil.mine(10);
    await waitForHead();
    assert.deepEqual(await changes(id), []);
    assert.deepEqual(await changes(id), []);
    await emit();
    assert.equal((await changes(id)).length, 1);
  });

  it('for logs catches up although few blocks are allowed in one call', async () => {
    await gateway.stop();
    gateway = await startGateway([anvil.url], {
      clock,
      network: { blockMs: 1_200, maxLogBlocks: 10 },
    });
    const id = await gateway.call('eth_newFilter', { address: emitter });
    await anvil.mine(20);
    await emit();
    assert.equal((await changes(id)).length, 1);
  });

  it('for logs returns all of its range on request', async () => {
    await emit();
    const id = await gateway.call('eth_newFilter', { address: emitter, fromBlock: '0x0' });
    assert.deepEqual(await changes(id), []);
    const logs = (await gateway.call('eth_getFilterLogs', id)) as Log[];
    assert.equal(logs.length, 1);
  });

  it('is gone after it was uninstalled', async () => {
    const id = await gateway.call('eth_newBlockFilter');
    assert.equal(await gateway.call('eth_uninstallFilter', id), true);
    assert.equal(await gateway.call('eth_uninstallFilter', id), false);
    await assert.rejects(changes(id), NOT_FOUND);
  });

  it('is gone five minutes after its last call', async () => {
    const id = await gateway.call('eth_newBlockFilter');
    later = 4 * 60_000;
    await changes(id);
    later = 8 * 60_000;
    await changes(id);
    later = 14 * 60_000;
    await assert.rejects(changes(id), NOT_FOUND);
  });

  it('belongs to its client', async () => {
    const id = await gateway.call('eth_newBlockFilter');
    assert.deepEqual((await callAsOther('eth_getFilterChanges', id)).error, NOT_FOUND);
  });

  it('is refused beyond 32 of a client', async () => {
    for (let n = 0; n < 32; n++) await gateway.call('eth_newBlockFilter');
    await assert.rejects(gateway.call('eth_newBlockFilter'), {
      code: -32602,
      message: 'A client may have at most 32 filters',
    });
    later = 6 * 60_000;
    await gateway.call('eth_newBlockFilter');
  });

  it('is made for each of two equal calls of a batch', async () => {
    const call = (id: number) => ({ jsonrpc: '2.0', id, method: 'eth_newBlockFilter', params: [] });
    const response = await fetch(gateway.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([call(1), call(2)]),
    });
    const [first, second] = (await response.json()) as { result: string }[];
    assert.notEqual(first?.result, second?.result);
  });

  it('may have null in place of the hash of a block', async () => {
    await gateway.call('eth_newFilter', { address: emitter, blockHash: null });
  });

  it('may not name a block by its hash', async () => {
    const filter = { blockHash: `0x${'11'.repeat(32)}` };
    await assert.rejects(gateway.call('eth_newFilter', filter), { code: -32602 });
  });
});

describe('libraries find logs with filters', () => {
  it('viem', async () => {
    const client = createPublicClient({ transport: http(gateway.url) });
    const filter = await client.createEventFilter({ address: emitter as `0x${string}` });
    await emit();
    assert.equal((await client.getFilterChanges({ filter })).length, 1);
    assert.equal(await client.uninstallFilter({ filter }), true);
  });

  it('ethers', async () => {
    const options = { polling: false, pollingInterval: 100, staticNetwork: true };
    const provider = new ethers.JsonRpcProvider(gateway.url, undefined, options);
    const found: unknown[] = [];
    await provider.on({ address: emitter }, (log) => found.push(log));
    await eventually('ethers finds the log', async () => {
      if (found.length === 0) await emit();
      return found.length > 0;
    });
    provider.destroy();
  });
});
