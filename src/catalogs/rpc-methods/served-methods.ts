import type { Integrity, RpcMethod, RpcParam, RpcParamType, Validity } from './rpc-method.ts';

const param = (name: string, type: RpcParamType): RpcParam => ({ name, type });
const optional = (name: string, type: RpcParamType): RpcParam => ({ name, type, isOptional: true });

const address = param('address', 'address');
const hash = param('hash', 'hash');
const block = param('block', 'block');
const laterBlock = optional('block', 'block');
const index = param('index', 'quantity');
const transaction = param('transaction', 'transaction');

const isStatic: Validity = { kind: 'static' };
const byHash: Validity = { kind: 'hash' };
const ofHead: Validity = { kind: 'head' };
const ofTransaction: Validity = { kind: 'transaction' };
const never: Validity = { kind: 'never' };
const ofBlock = (at: number): Validity => ({ kind: 'block', index: at });
/** A missing block means the latest. */
const ofBlockOrLatest = (at: number): Validity => ({
  kind: 'block',
  index: at,
  fallback: 'latest',
});

function method(
  name: string,
  params: readonly RpcParam[],
  validity: Validity,
  integrity?: Integrity,
): RpcMethod {
  return { name, params, validity, ...(integrity && { integrity }) };
}

/** A method whose equal calls have different results or effects. */
function stateful(name: string, params: readonly RpcParam[]): RpcMethod {
  return { ...method(name, params, never), isStateful: true };
}

/** Methods that the gateway serves: the standard ones that do not depend on a single node. */
export const servedMethods: readonly RpcMethod[] = [
  method('web3_clientVersion', [], isStatic),
  method('web3_sha3', [param('data', 'bytes')], isStatic),
  method('net_version', [], isStatic),
  method('net_listening', [], isStatic),
  method('eth_chainId', [], isStatic),
  method('eth_mining', [], isStatic),

  method('eth_syncing', [], ofHead),
  method('eth_blockNumber', [], ofHead),
  method('eth_gasPrice', [], ofHead),
  method('eth_maxPriorityFeePerGas', [], ofHead),
  method('eth_blobBaseFee', [], ofHead),
  {
    ...method(
      'eth_feeHistory',
      [param('block count', 'quantity'), block, optional('percentiles', 'percentiles')],
      ofBlock(1),
    ),
    maxBlocks: 10,
  },

  method('eth_getBalance', [address, laterBlock], ofBlockOrLatest(1)),
  method('eth_getCode', [address, laterBlock], ofBlockOrLatest(1)),
  method('eth_getTransactionCount', [address, laterBlock], ofBlockOrLatest(1)),
  method('eth_getStorageAt', [address, param('slot', 'slot'), laterBlock], ofBlockOrLatest(2)),
  method('eth_getProof', [address, param('slots', 'slots'), laterBlock], ofBlockOrLatest(2)),
  method(
    'eth_call',
    [transaction, laterBlock, optional('state', 'object'), optional('block values', 'object')],
    ofBlockOrLatest(1),
  ),
  method(
    'eth_estimateGas',
    [transaction, laterBlock, optional('state', 'object')],
    ofBlockOrLatest(1),
  ),
  method('eth_createAccessList', [transaction, laterBlock], ofBlockOrLatest(1)),
  method('eth_simulateV1', [param('simulation', 'object'), laterBlock], ofBlockOrLatest(1)),

  method('eth_getBlockByHash', [hash, param('full', 'boolean')], byHash, 'header'),
  method('eth_getBlockByNumber', [block, param('full', 'boolean')], ofBlock(0), 'header'),
  method('eth_getBlockReceipts', [block], ofBlock(0), 'receipts'),
  method('eth_getBlockTransactionCountByHash', [hash], byHash),
  method('eth_getBlockTransactionCountByNumber', [block], ofBlock(0)),
  method('eth_getUncleCountByBlockHash', [hash], byHash),
  method('eth_getUncleCountByBlockNumber', [block], ofBlock(0)),
  method('eth_getUncleByBlockHashAndIndex', [hash, index], byHash),
  method('eth_getUncleByBlockNumberAndIndex', [block, index], ofBlock(0)),
  method('eth_getTransactionByBlockHashAndIndex', [hash, index], byHash, 'transaction'),
  method('eth_getTransactionByBlockNumberAndIndex', [block, index], ofBlock(0), 'transaction'),
  method('eth_getTransactionByHash', [hash], ofTransaction, 'transaction'),
  method('eth_getTransactionReceipt', [hash], ofTransaction, 'receipt'),
  {
    ...method('eth_getLogs', [param('filter', 'filter')], { kind: 'range', index: 0 }, 'logs'),
    maxBlocks: 800,
  },
  {
    ...method('trace_filter', [param('filter', 'traceFilter')], { kind: 'range', index: 0 }),
    maxBlocks: 800,
  },

  stateful('eth_newFilter', [param('filter', 'filter')]),
  stateful('eth_newBlockFilter', []),
  stateful('eth_getFilterChanges', [param('filter id', 'quantity')]),
  stateful('eth_uninstallFilter', [param('filter id', 'quantity')]),
  method('eth_getFilterLogs', [param('filter id', 'quantity')], never),

  method('eth_sendRawTransaction', [param('transaction', 'bytes')], never, 'sent'),
  method('eth_getWork', [], never),
];
