import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { ethers } from 'ethers';
import { createPublicClient, createWalletClient, defineChain, http, parseEther } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { sepolia } from 'viem/chains';
import { eventually } from '../../test/support/eventually.ts';
import { metricsText } from '../telemetry/metrics-text.ts';
import { PrometheusMetrics } from '../telemetry/prometheus-metrics.ts';
import { silentTelemetry } from '../telemetry/silent-telemetry.ts';
import { type Anvil, startAnvil } from './fixtures/anvil.ts';
import { startFaultyNode } from './fixtures/faulty-node.ts';
import { startGateway, type TestGateway } from './fixtures/test-gateway.ts';

/** Creates a contract that logs one word whenever it is called. */
const EMITTER = '0x6006600c60003960066000f360206000a000';
const MNEMONIC = 'test test test test test test test test test test test junk';

describe('the gateway in front of a real node', () => {
  let anvil: Anvil;
  let gateway: TestGateway;
  const metrics = new PrometheusMetrics();
  before(async () => {
    anvil = await startAnvil();
    gateway = await startGateway([anvil.url], { telemetry: { ...silentTelemetry, metrics } });
  });
  after(async () => {
    await gateway.stop();
    await anvil.stop();
  });

  it('serves viem unchanged', async () => {
    const chain = defineChain({ ...sepolia, rpcUrls: { default: { http: [gateway.url] } } });
    const account = mnemonicToAccount(MNEMONIC);
    const reader = createPublicClient({ chain, transport: http(), pollingInterval: 50 });
    const wallet = createWalletClient({ chain, account, transport: http() });
    assert.equal(await reader.getChainId(), sepolia.id);
    const to = `0x${'42'.repeat(20)}` as const;
    const hash = await wallet.sendTransaction({ to, value: parseEther('1') });
    const receipt = await reader.waitForTransactionReceipt({ hash });
    assert.equal(receipt.status, 'success');
    assert.equal(await reader.getBalance({ address: to }), parseEther('1'));
    assert.equal(await reader.getTransactionCount({ address: account.address }), 1);
    const block = await reader.getBlock({ blockNumber: receipt.blockNumber });
    assert.equal(block.hash, receipt.blockHash);
    assert.deepEqual((await reader.getTransaction({ hash })).value, parseEther('1'));
    const fees = await reader.getFeeHistory({ blockCount: 2, rewardPercentiles: [50] });
    assert.equal(fees.oldestBlock, receipt.blockNumber - 1n);
    assert.deepEqual(await reader.getLogs({ fromBlock: 0n, toBlock: 'latest' }), []);
    await assert.rejects(reader.getBlock({ blockNumber: 1_000_000n }), /could not be found/);
    await assert.rejects(reader.request({ method: 'eth_coinbase' } as never), /not mine/);
  });

  it('serves ethers unchanged', async () => {
    const provider = new ethers.JsonRpcProvider(gateway.url, undefined, {
      pollingInterval: 50,
      // The cache of ethers would return stale results.
      cacheTimeout: -1,
    });
    const wallet = ethers.Wallet.fromPhrase(MNEMONIC, provider);
    const sent = await wallet.sendTransaction({ to: `0x${'43'.repeat(20)}`, value: 5n });
    const receipt = await sent.wait();
    assert.equal(receipt?.status, 1);
    assert.equal(await provider.getBalance(`0x${'43'.repeat(20)}`), 5n);
    assert.equal((await provider.getNetwork()).chainId, BigInt(sepolia.id));
    const [block, fees] = await Promise.all([provider.getBlock('latest'), provider.getFeeData()]);
    assert.ok(block && block.number >= (receipt?.blockNumber ?? 0));
    assert.ok(fees.maxFeePerGas);
    await assert.rejects(provider.send('eth_coinbase', []), /not mine/);
    provider.destroy();
  });

  it('returns the same hash for a transaction that is sent twice', async () => {
    const wallet = ethers.Wallet.fromPhrase(MNEMONIC, new ethers.JsonRpcProvider(gateway.url));
    const raw = await wallet.signTransaction(
      await wallet.populateTransaction({ to: `0x${'44'.repeat(20)}`, value: 1n }),
    );
    const first = await gateway.call('eth_sendRawTransaction', raw);
    assert.equal(await gateway.call('eth_sendRawTransaction', raw), first);
    (wallet.provider as ethers.JsonRpcProvider).destroy();
  });

  it('notifies subscribers of blocks and logs, and of logs removed by a reorganisation', async () => {
    const socketUrl = gateway.url.replace('http:', 'ws:');
    const provider = new ethers.WebSocketProvider(socketUrl);
    const blocks: number[] = [];
    await provider.on('block', (number: number) => blocks.push(number));
    const [from] = (await anvil.call('eth_accounts')) as string[];
    const created = await anvil.call('eth_sendTransaction', { from, data: EMITTER });
    let address: unknown;
    await eventually('the contract is created', async () => {
      const receipt = await anvil.call('eth_getTransactionReceipt', created);
      address = (receipt as { contractAddress: string } | null)?.contractAddress;
      return address !== undefined;
    });
    const socket = new WebSocket(socketUrl);
    const logs: { removed: boolean; address: string }[] = [];
    socket.addEventListener('message', ({ data }) => {
      const { params } = JSON.parse(data);
      if (params) logs.push(params.result);
    });
    await once(socket, 'open');
    socket.send(
      JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'eth_subscribe',
        params: ['logs', { address }],
      }),
    );
    await once(socket, 'message');
    await anvil.call('eth_sendTransaction', { from, to: address });
    await eventually('the log is received', () => logs.length === 1);
    await eventually('the block is received', () => blocks.length > 0);
    await anvil.call('anvil_reorg', 1, []);
    await anvil.mine();
    await eventually('the log is removed', () => logs.some(({ removed }) => removed));
    socket.close();
    await provider.destroy();
  });

  it('drops cached results of blocks that a reorganisation removes', async () => {
    await anvil.mine(5);
    const height = (await anvil.call('eth_blockNumber')) as string;
    await eventually('the gateway has seen the block', async () => {
      return (await gateway.call('eth_blockNumber')) === height;
    });
    const block = () => gateway.call('eth_getBlockByNumber', height, false);
    const { hash } = (await block()) as { hash: string };
    assert.ok(await gateway.call('eth_getBlockByHash', hash, false));
    const filter = await gateway.call('eth_newBlockFilter');
    await anvil.call('anvil_reorg', 3, []);
    const { hash: now } = (await anvil.call('eth_getBlockByNumber', height, false)) as {
      hash: string;
    };
    assert.notEqual(now, hash);
    await eventually('the gateway has seen the reorganisation', async () => {
      return ((await gateway.call('eth_getFilterChanges', filter)) as string[]).includes(now);
    });
    assert.equal(((await block()) as { hash: string }).hash, now);
    assert.equal(await gateway.call('eth_getBlockByHash', hash, false), null);
  });

  const restarts: readonly (readonly [what: string, blocks: number])[] = [
    ['lower', 2],
    ['higher', 400],
  ];
  for (const [what, blocks] of restarts)
    it(`drops cached results of final blocks as well when the chain restarts with a ${what} head`, async (test) => {
      const node = await startFaultyNode(anvil.url);
      const other = await startAnvil(['--timestamp', '1700000000']);
      const own = await startGateway([node.url]);
      test.after(async () => {
        await own.stop();
        await node.stop();
        await other.stop();
      });
      await anvil.mine(100);
      const first = async () => (await own.call('eth_getBlockByNumber', '0x1', false)) as object;
      await eventually('the first block is final', async () => {
        return Number(await own.call('eth_blockNumber')) > 100;
      });
      const before = await first();
      await other.mine(blocks);
      node.target = other.url;
      await eventually('the first block has changed', async () => {
        return JSON.stringify(await first()) !== JSON.stringify(before);
      });
      assert.deepEqual(await first(), await other.call('eth_getBlockByNumber', '0x1', false));
    });

  it('fails eth_blockNumber while no upstream responds', async () => {
    const node = await startFaultyNode(anvil.url);
    const own = await startGateway([node.url]);
    try {
      await own.call('eth_blockNumber');
      await node.stop();
      await eventually('the upstream is left out', async () => {
        return await own.call('eth_blockNumber').then(
          () => false,
          ({ code }) => code === -32603,
        );
      });
    } finally {
      await own.stop();
    }
  });

  it('serves a network of its own, with the chain id, finality and methods of its settings', async (test) => {
    const CHAIN_ID = '0x89';
    const node = await startFaultyNode(anvil.url, ({ method, id }, realResponse) =>
      method === 'eth_chainId' ? { jsonrpc: '2.0', id, result: CHAIN_ID } : realResponse(),
    );
    test.after(() => node.stop());
    await anvil.mine(20);
    const own = await startGateway([node.url], {
      network: {
        name: 'polygon',
        chainId: Number(CHAIN_ID),
        blockMs: 2_000,
        isPublic: false,
        finalityBlocks: 12,
        methods: { allow: ['debug_*'], deny: ['eth_gasPrice'] },
        maxLogBlocks: 10,
      },
    });
    test.after(() => own.stop());
    assert.match(own.url, /\/v1\/polygon$/);
    assert.equal(await own.call('eth_chainId'), CHAIN_ID);
    const heightOf = async (tag: string) => {
      const block = (await own.call('eth_getBlockByNumber', tag, false)) as { number: string };
      return Number(block.number);
    };
    assert.equal((await heightOf('latest')) - (await heightOf('finalized')), 12);
    const trace = ['debug_traceBlockByNumber', '0x1'] as const;
    assert.deepEqual(await own.call(...trace), await anvil.call(...trace));
    await assert.rejects(own.call('eth_gasPrice'), { code: -32601 });
    const range = { fromBlock: '0x1', toBlock: '0xb' };
    await assert.rejects(own.call('eth_getLogs', range), { code: -32047 });
  });

  for (const hedgeMs of ['off', 3_600_000] as const) {
    it(`calls no second upstream for a slow one if the settings of the network say so (${hedgeMs})`, async (test) => {
      const nodes = await Promise.all(
        [1, 2].map(() =>
          startFaultyNode(anvil.url, async ({ method }, realResponse) => {
            // Several times as long as the gateway waits by default.
            if (method === 'eth_gasPrice') await delay(3_000);
            return await realResponse();
          }),
        ),
      );
      test.after(() => Promise.all(nodes.map((node) => node.stop())));
      const own = await startGateway(
        nodes.map(({ url }) => url),
        { limits: { timeoutMs: 60_000 }, network: { hedgeMs } },
      );
      test.after(() => own.stop());
      assert.equal(await own.call('eth_gasPrice'), await anvil.call('eth_gasPrice'));
      const calls = nodes.flatMap(({ received }) => received).filter((name) => /gas/.test(name));
      assert.equal(calls.length, 1);
    });
  }

  it('ends a call after the time limit of the network', async (test) => {
    const node = await startFaultyNode(anvil.url, ({ method }, realResponse) =>
      method === 'eth_gasPrice' ? undefined : realResponse(),
    );
    test.after(() => node.stop());
    const own = await startGateway([node.url], {
      limits: { timeoutMs: 3_600_000 },
      network: { timeoutMs: 300 },
    });
    test.after(() => own.stop());
    await assert.rejects(own.call('eth_gasPrice'), { code: -32603 });
  });

  it('calls no upstream of a withdrawn network', async (test) => {
    const node = await startFaultyNode(anvil.url);
    test.after(() => node.stop());
    const withdrawn = { name: 'holesky', chainId: 17_000 };
    const own = await startGateway([node.url], { network: withdrawn });
    test.after(() => own.stop());
    await assert.rejects(own.call('eth_blockNumber'), { code: -32002 });
    assert.deepEqual(node.received, []);
  });

  it('counts calls by network, method and upstream', async () => {
    const count = async (name: string, ...labels: readonly string[]) => {
      const text = await metricsText([await metrics.snapshot()]);
      const lines = text.split('\n').filter((line) => line.startsWith(`palisade_gateway_${name}`));
      const found = lines.find((line) => labels.every((label) => line.includes(`="${label}"`)));
      return Number(found?.split(' ').at(-1) ?? 0);
    };
    const hash = `0x${'5e'.repeat(32)}`;
    const before = await count('cache_total', 'eth_getBlockByNumber', 'hit');
    for (let n = 0; n < 3; n++) await gateway.call('eth_getBlockByNumber', '0x1', false);
    await assert.rejects(gateway.call('eth_getBalance', 'nobody'));
    await assert.rejects(gateway.call(`eth_${'x'.repeat(20)}`));
    assert.equal(await gateway.call('eth_getTransactionReceipt', hash), null);
    assert.ok((await count('cache_total', 'eth_getBlockByNumber', 'hit')) >= before + 2);
    assert.equal(await count('calls_total', 'sepolia', 'eth_getBalance', 'refused'), 1);
    assert.ok((await count('calls_total', 'sepolia', 'other', 'refused')) >= 1);
    await fetch(gateway.url, { method: 'POST', body: '{}' });
    assert.equal(await count('refusals_total', 'sepolia', '415'), 1);
    // A key in the place of the network is not shown.
    await fetch(new URL('/v1/key-of-somebody', gateway.url), { method: 'POST', body: '{}' });
    assert.equal(await count('refusals_total', 'other', '404'), 1);
    const labels = ['sepolia', 'sepolia-1', 'eth_getTransactionReceipt'];
    assert.ok((await count('upstream_calls_total', ...labels, 'ok')) >= 1);
    assert.ok((await count('upstream_seconds_count', ...labels)) >= 1);
    assert.ok((await count('call_seconds_count', 'sepolia', 'eth_chainId')) >= 1);
    assert.equal(await count('upstream_usable', 'sepolia', 'sepolia-1'), 1);
    assert.ok((await count('upstream_head_block', 'sepolia-1')) > 0);
    assert.ok((await count('cache_bytes', 'sepolia')) > 0);
  });
});
