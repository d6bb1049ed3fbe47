import type { GatewayNetwork, GatewayUpstream } from '../../contracts/gateway/gateway-channel.ts';
import { parseNetwork } from './gateway-network.ts';
import { parseQuorum } from './gateway-quorum.ts';

/**
 * Reads `{"sepolia": ["https://…", {"url": "https://…", "rate_limit": 50}]}`, or in place of the list
 * `{"upstreams": [...], "quorum": {"eth_call": "2/3"}, "methods": {"allow": ["debug_*"]}}`. Error messages never contain an address, because it may
 * contain an API key.
 */
export function parseGatewayUpstreams(text: string): readonly GatewayNetwork[] {
  const value = parsed(text);
  if (!isObject(value)) throw new Error('expected a JSON object with a list for each network');
  return Object.entries(value).map(([name, given]) => {
    const options = isObject(given) ? given : { upstreams: given };
    const network = parseNetwork(name, options);
    const { upstreams: list, quorum } = options as Readonly<Record<string, unknown>>;
    if (!Array.isArray(list) || list.length === 0 || list.length > 20) {
      throw new Error(`expected a list of 1 to 20 nodes for ${name}`);
    }
    const upstreams = list.map((item, n) => parseUpstream(item, `${name}, node ${n + 1}`));
    refuseRepeated(upstreams, name);
    return {
      name,
      ...network,
      upstreams,
      quorums: parseQuorum(quorum, name, list.length, network.methods.deny),
    };
  });
}

export function parseGatewayKeys(text: string): readonly string[] {
  return text.split(',').map((part) => {
    const key = part.trim();
    if (!/^[\x21-\x7e]{16,256}$/.test(key)) {
      throw new Error('expected keys of 16 to 256 visible characters, with commas between them');
    }
    return key;
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('expected JSON');
  }
}

function parseUpstream(item: unknown, where: string): GatewayUpstream {
  const given = typeof item === 'string' ? { url: item } : item;
  if (!isObject(given)) throw new Error(`expected an address or an object with "url" (${where})`);
  const { url, rate_limit: rateLimit, log_blocks: logBlocks, ...rest } = given;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined)
    throw new Error(`expected url, rate_limit and log_blocks, not "${unknown}" (${where})`);
  const address = typeof url === 'string' ? URL.parse(url) : null;
  if (!address || !['http:', 'https:'].includes(address.protocol)) {
    throw new Error(`expected an http:// or https:// address (${where})`);
  }
  return {
    url: address.href,
    rateLimit: positive(rateLimit, `rate_limit (${where})`),
    logBlocks: positive(logBlocks, `log_blocks (${where})`),
  };
}

/** A node that is listed twice would agree with itself and could form a majority. */
function refuseRepeated(upstreams: readonly GatewayUpstream[], name: string): void {
  for (const [n, { url }] of upstreams.entries()) {
    const first = upstreams.findIndex((other) => other.url === url);
    if (first < n) {
      throw new Error(`expected each address once (${name}, nodes ${first + 1} and ${n + 1})`);
    }
  }
}

function positive(value: unknown, what: string): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value;
  throw new Error(`expected a positive integer for ${what}`);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
