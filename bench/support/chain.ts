import { type Anvil, startAnvil } from '../../src/gateway/fixtures/anvil.ts';

const TRANSACTIONS = 100;
/** Blocks after the full one, more than enough to make it final. */
const LATER_BLOCKS = 200;
/** Creates a contract that logs one word whenever it is called. */
const EMITTER = '0x6006600c60003960066000f360206000a000';

export interface Chain {
  readonly anvil: Anvil;
  /** The number of a final block with 100 transactions, each with a log, as calls name it. */
  readonly fullBlock: string;
}

/** A development chain with a full block. */
export async function startChain(): Promise<Chain> {
  const anvil = await startAnvil();
  // Its output is not read while a load is measured.
  await anvil.call('anvil_setLoggingEnabled', false);
  const [from] = (await anvil.call('eth_accounts')) as readonly string[];
  await anvil.call('evm_setAutomine', false);
  const hash = await anvil.call('eth_sendTransaction', { from, data: EMITTER });
  await anvil.mine();
  const { contractAddress: to } = (await anvil.call('eth_getTransactionReceipt', hash)) as {
    readonly contractAddress: string;
  };
  for (let n = 0; n < TRANSACTIONS; n++) await anvil.call('eth_sendTransaction', { from, to });
  await anvil.mine();
  const fullBlock = String(await anvil.call('eth_blockNumber'));
  const count = await anvil.call('eth_getBlockTransactionCountByNumber', fullBlock);
  if (Number(count) !== TRANSACTIONS) throw new Error(`the block has ${count} transactions`);
  await anvil.mine(LATER_BLOCKS);
  return { anvil, fullBlock };
}
