import { findNetwork, networks } from '../../catalogs/networks/networks.ts';
import type { GatewayMethods, GatewayNetwork } from '../../contracts/gateway/gateway-channel.ts';

/** The part of a network's settings that is not about its upstreams. */
export type NetworkOptions = Omit<GatewayNetwork, 'name' | 'upstreams' | 'quorums'>;

type Given = Readonly<Record<string, unknown>>;

/** Names in the path of the gateway. */
const NAME = /^[a-z0-9][a-z0-9-]{0,62}$/;
const METHOD_PATTERN = /^[a-z][a-zA-Z0-9]*_[a-zA-Z0-9_]*\*?$/;
/** The largest chain id that a JavaScript number can hold. */
const MAX_CHAIN_ID = Number.MAX_SAFE_INTEGER;
const MAX_BLOCK_SECONDS = 3_600;
const MAX_FINALITY_BLOCKS = 100_000;
const MAX_LOG_RANGE = 1_000_000;
const MAX_TIMEOUT_SECONDS = 120;

const members = [
  'upstreams',
  'quorum',
  'chain_id',
  'block_time',
  'finality',
  'verify_hashes',
  'methods',
  'log_range',
  'timeout',
  'hedge',
];

/** Reads the options of a network. Networks that are not in the catalog need at least a chain id and a block time. */
export function parseNetwork(name: string, given: Given): NetworkOptions {
  const unknown = Object.keys(given).find((member) => !members.includes(member));
  if (unknown !== undefined) {
    throw new Error(`expected ${members.join(', ')}, not "${unknown}" (${name})`);
  }
  return {
    ...parseChain(name, given),
    finalityBlocks: parseFinality(given['finality'], name),
    verifiesHashes: parseBoolean(given['verify_hashes'], `verify_hashes (${name})`),
    methods: parseMethods(given['methods'], name),
    maxLogBlocks: optional(given['log_range'], (value) =>
      parseNumber(value, { what: `log_range (${name})`, max: MAX_LOG_RANGE, isWhole: true }),
    ),
    timeoutMs: optional(given['timeout'], (value) => milliseconds(value, `timeout (${name})`)),
    hedgeMs: parseHedge(given['hedge'], name),
  };
}

function parseChain(name: string, given: Given) {
  const { chain_id: chainId, block_time: blockTime } = given;
  const known = findNetwork(name);
  if (known) {
    if (chainId === undefined && blockTime === undefined) {
      return { chainId: known.chainId, blockMs: known.blockMs, isPublic: true };
    }
    throw new Error(`expected no chain_id and no block_time for ${name}, a network that is known`);
  }
  if (!NAME.test(name)) {
    throw new Error(
      `expected names of networks in lower-case letters, digits and -, not "${name}"`,
    );
  }
  if (chainId === undefined || blockTime === undefined) {
    const names = networks.map((network) => network.name).join(', ');
    throw new Error(
      `expected chain_id and block_time (in seconds) for ${name}, which is none of the known networks (${names})`,
    );
  }
  const what = `chain_id (${name})`;
  return {
    chainId: parseNumber(chainId, { what, max: MAX_CHAIN_ID, isWhole: true }),
    blockMs: seconds(blockTime, `block_time (${name})`, MAX_BLOCK_SECONDS),
    isPublic: false,
  };
}

/** `finalized`: the block with this tag. A number: that many blocks below the head. */
function parseFinality(value: unknown, name: string): number | undefined {
  if (value === undefined || value === 'finalized') return undefined;
  const what = `finality (${name}; or 0, or "finalized")`;
  // On some private chains, blocks are final at once.
  return value === 0 ? 0 : parseNumber(value, { what, max: MAX_FINALITY_BLOCKS, isWhole: true });
}

function parseMethods(value: unknown, name: string): GatewayMethods {
  if (value === undefined) return { allow: [], deny: [] };
  const { allow = [], deny = [], ...rest } = isObject(value) ? value : { rest: value };
  if (Object.keys(rest).length > 0) {
    throw new Error(`expected an object with allow and deny for methods (${name})`);
  }
  return { allow: parsePatterns(allow, name), deny: parsePatterns(deny, name) };
}

function parsePatterns(value: unknown, name: string): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [undefined];
  return list.map((pattern) => {
    if (typeof pattern === 'string' && METHOD_PATTERN.test(pattern)) return pattern;
    throw new Error(`expected lists of names such as eth_call or debug_* for methods (${name})`);
  });
}

function parseHedge(value: unknown, name: string): GatewayNetwork['hedgeMs'] {
  if (value === undefined || value === 'auto') return 'auto';
  return value === 'off' ? 'off' : milliseconds(value, `hedge (${name}; or "auto" or "off")`);
}

function parseBoolean(value: unknown, what: string): boolean {
  if (value === undefined || typeof value === 'boolean') return value ?? true;
  throw new Error(`expected true or false for ${what}`);
}

function milliseconds(value: unknown, what: string): number {
  return seconds(value, what, MAX_TIMEOUT_SECONDS);
}

/** In milliseconds. */
function seconds(value: unknown, what: string, max: number): number {
  return parseNumber(value, { what: `${what}, in seconds`, max, isWhole: false }) * 1_000;
}

function parseNumber(
  value: unknown,
  { what, max, isWhole }: { what: string; max: number; isWhole: boolean },
): number {
  const isValid = typeof value === 'number' && value > 0 && value <= max;
  if (isValid && (!isWhole || Number.isSafeInteger(value))) return value;
  throw new Error(`expected a positive ${isWhole ? 'integer' : 'number'} up to ${max} for ${what}`);
}

function optional<T>(value: unknown, parse: (value: unknown) => T): T | undefined {
  return value === undefined ? undefined : parse(value);
}

function isObject(value: unknown): value is Given {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
