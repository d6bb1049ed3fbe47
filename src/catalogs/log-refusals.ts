/** How a provider or node refuses an `eth_getLogs` call because its range or its result is too large. */
export interface LogRefusal {
  readonly provider: string;
  /** If given, the error code must be this one as well. */
  readonly code?: number;
  /** Undefined: the code alone is enough. */
  readonly message?: RegExp;
  readonly sample: { readonly code: number; readonly message: string };
}

/** Only exact wordings are listed: a smaller range does not help if the daily quota is used up or the range ends beyond the head. */
export const logRefusals: readonly LogRefusal[] = [
  {
    provider: 'Alchemy',
    message: /^Log response size exceeded\b/i,
    sample: {
      code: -32602,
      message:
        'Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range and no limit on the response size',
    },
  },
  {
    provider: 'Alchemy, free plan',
    message: /you can make eth_getLogs requests with up to a \d+ block range/i,
    sample: {
      code: -32600,
      message:
        'Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range.',
    },
  },
  {
    provider: 'Ankr',
    message: /^block range is too (?:wide|large)\b/i,
    sample: { code: -32600, message: 'block range is too wide' },
  },
  {
    provider: 'Avalanche',
    message: /^requested too many blocks from \d+ to \d+/i,
    sample: {
      code: -32000,
      message: 'requested too many blocks from 1 to 5000, maximum is set to 2048',
    },
  },
  {
    provider: 'Base, Optimism',
    code: -32020,
    sample: { code: -32020, message: 'backend response too large' },
  },
  {
    provider: 'Base, Monad',
    message: /^block range too large\b/i,
    sample: { code: -32000, message: 'block range too large' },
  },
  {
    provider: 'Besu',
    message: /^Requested range exceeds maximum (?:RPC )?range limit\b/i,
    sample: { code: -32005, message: 'Requested range exceeds maximum RPC range limit' },
  },
  {
    provider: 'BlockPI, Blast, 1RPC, QuickNode',
    message: /^eth_getLogs is limited to (?:a )?[\d,]+ (?:blocks? )?range\b/i,
    sample: { code: -32602, message: 'eth_getLogs is limited to 1024 block range' },
  },
  {
    provider: 'BNB Smart Chain, PublicNode',
    message: /^exceed maximum block range: ?\d+/i,
    sample: { code: -32701, message: 'exceed maximum block range: 50000' },
  },
  {
    provider: 'Chainstack',
    message: /^Block range limit exceeded\b/i,
    sample: { code: -32602, message: 'Block range limit exceeded. See more details at the docs.' },
  },
  {
    provider: 'Cloudflare, Palisade',
    code: -32047,
    sample: {
      code: -32047,
      message: "Invalid eth_getLogs request. 'fromBlock'-'toBlock' range too large. Max range: 800",
    },
  },
  {
    provider: 'Coinbase',
    message: /\bplease limit the query to at most [\d,]+ blocks\b/i,
    sample: { code: -32005, message: 'please limit the query to at most 1000 blocks' },
  },
  {
    provider: 'dRPC',
    message: /^ranges over \d+ blocks are not supported\b/i,
    sample: { code: 35, message: 'ranges over 10000 blocks are not supported on freetier' },
  },
  {
    provider: 'geth',
    message: /^(?:block range (?:is )?greater than|exceeds? max(?:imum)? (?:block )?range)\b/i,
    sample: { code: -32602, message: 'exceed max block range 5000' },
  },
  {
    provider: 'Infura, Erigon, Frontier',
    message: /^query returned more than \d+ (?:results|logs)\b/i,
    sample: {
      code: -32005,
      message: 'query returned more than 10000 results. Try with this block range [0x1, 0x2].',
    },
  },
  {
    provider: 'Kaia, Optimism',
    message: /^logs matched by query exceeds limit of \d+/i,
    sample: { code: -32005, message: 'logs matched by query exceeds limit of 10000' },
  },
  {
    provider: 'LlamaRPC, Merkle',
    message: /^eth_getLogs range is too large, max is \d+k? blocks\b/i,
    sample: { code: -32602, message: 'eth_getLogs range is too large, max is 1k blocks' },
  },
  {
    provider: 'Nethermind',
    message: /^Too many logs requested\b/i,
    sample: {
      code: -32005,
      message: 'Too many logs requested. Max logs per response is 20000.',
    },
  },
  {
    provider: '1RPC',
    message: /^eth_getLogs is limited to 0 - \d+ blocks range\b/i,
    sample: { code: -32000, message: 'eth_getLogs is limited to 0 - 10000 blocks range' },
  },
  {
    provider: 'Palisade',
    code: -32008,
    sample: { code: -32008, message: 'The result is too large; request less at once' },
  },
  {
    provider: 'QuickNode',
    code: -32614,
    sample: { code: -32614, message: 'eth_getLogs is limited to a 10,000 range' },
  },
  {
    provider: 'QuickNode, later',
    message: /^eth_getLogs and eth_newFilter are limited to a [\d,]+ blocks? range\b/i,
    sample: {
      code: -32602,
      message: 'eth_getLogs and eth_newFilter are limited to a 10,000 blocks range',
    },
  },
  {
    provider: 'Reth',
    message: /^query exceeds max (?:block range|results) \d+/i,
    sample: {
      code: -32602,
      message: 'query exceeds max results 20000, retry with the range 19000000-19000100',
    },
  },
  {
    provider: 'Somnia',
    message: /^block range exceeds \d+/i,
    sample: { code: -32000, message: 'block range exceeds 1000' },
  },
  {
    provider: 'thirdweb, SKALE',
    message: /\bMaximum allowed number of requested blocks is \d+/i,
    sample: {
      code: -32602,
      message: 'Maximum allowed number of requested blocks is 1000',
    },
  },
];

/** Whether a smaller range may succeed. */
export function isLogRefusal({
  code,
  message,
}: {
  readonly code: number;
  readonly message: string;
}): boolean {
  return logRefusals.some(
    (refusal) =>
      (refusal.code === undefined || refusal.code === code) &&
      (refusal.message === undefined || refusal.message.test(message)),
  );
}
