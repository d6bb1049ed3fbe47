/** How a node or provider says that it cannot handle a call which another one may be able to handle. */
export interface NodeRefusal {
  readonly provider: string;
  /** If given, the error code must be this one as well. */
  readonly code?: number;
  /** Undefined: the code alone is enough. */
  readonly message?: RegExp;
  /** The node does not have the block that the call names. */
  readonly isAboutBlock?: true;
  readonly sample: { readonly code: number; readonly message: string };
}

/**
 * Only codes and exact wordings are listed: an error that the call itself causes, such as "gas limit exceeded", is the same on every node, and
 * asking all of them would multiply the calls.
 */
export const nodeRefusals: readonly NodeRefusal[] = [
  {
    provider: 'JSON-RPC 2.0, method not found',
    code: -32601,
    sample: { code: -32601, message: 'the method debug_x does not exist/is not available' },
  },
  {
    provider: 'JSON-RPC 2.0, internal error',
    code: -32603,
    sample: { code: -32603, message: 'Internal error' },
  },
  {
    provider: 'EIP-1474, resource not found; Nethermind, Reth',
    code: -32001,
    isAboutBlock: true,
    sample: { code: -32001, message: 'block not found: 0x10' },
  },
  {
    provider: 'EIP-1474, resource unavailable; Nethermind',
    code: -32002,
    sample: { code: -32002, message: 'No state available for block 0x1' },
  },
  {
    provider: 'EIP-1474, method not supported',
    code: -32004,
    sample: { code: -32004, message: 'Method not supported' },
  },
  {
    provider: 'EIP-1474, limit exceeded; Infura',
    code: -32005,
    sample: { code: -32005, message: 'project ID request rate exceeded' },
  },
  {
    provider: 'QuickNode',
    code: -32007,
    sample: { code: -32007, message: '50/second request limit reached' },
  },
  {
    provider: 'Cloudflare',
    code: -32046,
    sample: { code: -32046, message: 'Cannot fulfill request' },
  },
  {
    provider: 'Ankr',
    code: -32090,
    sample: { code: -32090, message: 'Too many requests, reason: call rate limit exhausted' },
  },
  {
    provider: 'Alchemy',
    code: 429,
    sample: {
      code: 429,
      message: 'Your app has exceeded its compute units per second capacity.',
    },
  },
  {
    provider: 'EIP-4444',
    code: 4444,
    sample: { code: 4444, message: 'pruned history unavailable' },
  },
  {
    provider: 'Execution API, unknown block',
    code: -39001,
    isAboutBlock: true,
    sample: { code: -39001, message: 'Unknown block' },
  },
  {
    provider: 'Anvil',
    message: /^BlockOutOfRangeError\b/,
    isAboutBlock: true,
    sample: {
      code: -32602,
      message: 'BlockOutOfRangeError: block height is 3 but requested was 9',
    },
  },
  {
    provider: 'Alchemy, dRPC, behind the head',
    message: /^block range extends beyond current head block\b/i,
    isAboutBlock: true,
    sample: { code: -32602, message: 'block range extends beyond current head block' },
  },
  {
    provider: 'geth, header',
    message: /^(?:header not found|header for hash not found|unknown block)$/i,
    isAboutBlock: true,
    sample: { code: -32000, message: 'header not found' },
  },
  {
    provider: 'geth, state',
    message: /^(?:missing trie node [0-9a-f]{64}\b|historical state \S+ is not available\b)/i,
    sample: { code: -32000, message: `missing trie node ${'ab'.repeat(32)} (path ) <nil>` },
  },
  {
    provider: 'Base, Optimism',
    message:
      /^(?:no backend is currently healthy to serve traffic|backend is over capacity|over rate limit)$/i,
    sample: { code: -32011, message: 'no backend is currently healthy to serve traffic' },
  },
  {
    provider: 'Besu, Erigon, QuickNode',
    message: /^(?:Block not found\b|Block requested not found\b|World state unavailable\b)/i,
    isAboutBlock: true,
    sample: { code: -32000, message: 'Block not found' },
  },
  {
    provider: 'Reth',
    message: /^state at block #\d+ is pruned\b/i,
    sample: { code: -32000, message: 'state at block #100 is pruned' },
  },
];

interface CodeAndMessage {
  readonly code: number;
  readonly message: string;
}

/** Whether another node may succeed. */
export function isNodeRefusal(error: CodeAndMessage): boolean {
  return nodeRefusals.some((refusal) => matches(refusal, error));
}

/** Whether the node does not have the block that the call names. */
export function isBlockRefusal(error: CodeAndMessage): boolean {
  return nodeRefusals.some((refusal) => refusal.isAboutBlock && matches(refusal, error));
}

function matches(refusal: NodeRefusal, { code, message }: CodeAndMessage): boolean {
  return (
    (refusal.code === undefined || refusal.code === code) &&
    (refusal.message === undefined || refusal.message.test(message))
  );
}
