import type { RpcMethod } from './rpc-method.ts';

const refused = (reason: string, ...names: string[]): RpcMethod[] =>
  names.map((name) => ({ name, refusal: reason, params: [], validity: { kind: 'never' } }));

/** Methods that exist and are not served, with the reason. */
export const refusedMethods: readonly RpcMethod[] = [
  ...refused(
    'the gateway has no keys; sign the transaction yourself and use eth_sendRawTransaction',
    'eth_accounts',
    'eth_sign',
    'eth_signTransaction',
    'eth_sendTransaction',
  ),
  ...refused(
    'pending transactions differ from node to node; use eth_newBlockFilter',
    'eth_newPendingTransactionFilter',
  ),
  ...refused(
    'subscriptions need a WebSocket; connect to the same path with one',
    'eth_subscribe',
    'eth_unsubscribe',
  ).map((method) => ({ ...method, isStateful: true as const })),
  ...refused('the gateway does not mine', 'eth_coinbase', 'eth_hashrate'),
  ...refused('the gateway does not mine', 'eth_submitWork', 'eth_submitHashrate'),
  ...refused('nodes no longer compile programs', 'eth_getCompilers', 'eth_compileSolidity'),
  ...refused('nodes no longer compile programs', 'eth_compileLLL', 'eth_compileSerpent'),
  ...refused('it is about a single node', 'net_peerCount', 'eth_protocolVersion'),
];
