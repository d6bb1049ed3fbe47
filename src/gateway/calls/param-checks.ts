import type { RpcParamType } from '../../catalogs/rpc-methods/rpc-method.ts';

const QUANTITY = /^0x(?:0|[1-9a-fA-F][0-9a-fA-F]{0,63})$/;
const BYTES = /^0x(?:[0-9a-fA-F]{2})*$/;
/** The most traces that one call may request. */
const MAX_TRACES = 200;
const TAGS: ReadonlySet<unknown> = new Set(['latest', 'earliest', 'pending', 'safe', 'finalized']);

export const isQuantity = (value: unknown): value is string =>
  typeof value === 'string' && QUANTITY.test(value);
const isBytes = (value: unknown): value is string => typeof value === 'string' && BYTES.test(value);
const isAddress = (value: unknown) => isBytes(value) && value.length === 42;
export const isHash = (value: unknown): value is string => isBytes(value) && value.length === 66;
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface ParamCheck {
  /** Describes a valid value in the error message. */
  readonly expected: string;
  isValid(value: unknown): boolean;
}

export const paramChecks: Readonly<Record<RpcParamType, ParamCheck>> = {
  address: { expected: 'an address: 0x and 40 hexadecimal digits', isValid: isAddress },
  block: {
    expected:
      'a block: a number such as 0x1b4, a hash, latest, earliest, pending, safe, finalized, or an object with blockHash or blockNumber',
    isValid: isBlock,
  },
  boolean: { expected: 'true or false', isValid: (value) => typeof value === 'boolean' },
  bytes: { expected: 'bytes: 0x and an even number of hexadecimal digits', isValid: isBytes },
  filter: {
    expected: 'an object with fromBlock, toBlock or blockHash, address and topics',
    isValid: isFilter,
  },
  hash: { expected: 'a hash: 0x and 64 hexadecimal digits', isValid: isHash },
  object: { expected: 'an object', isValid: isObject },
  percentiles: {
    expected: 'a list of at most 100 numbers from 0 to 100, ascending',
    isValid: isPercentiles,
  },
  quantity: {
    expected: 'a number: 0x and hexadecimal digits without leading zeros',
    isValid: isQuantity,
  },
  slot: { expected: 'a storage slot: 0x and up to 64 hexadecimal digits', isValid: isSlot },
  slots: {
    expected: 'a list of at most 1,024 storage slots',
    isValid: (value) => Array.isArray(value) && value.length <= 1_024 && value.every(isSlot),
  },
  traceFilter: {
    expected: `an object with fromBlock, toBlock, fromAddress, toAddress, after and count, which is required and at most ${MAX_TRACES}`,
    isValid: isTraceFilter,
  },
  transaction: { expected: 'an object that describes a transaction', isValid: isTransaction },
};

function isBlock(value: unknown): boolean {
  if (TAGS.has(value) || isQuantity(value) || isHash(value)) return true;
  if (!isObject(value)) return false;
  const { blockHash, blockNumber, requireCanonical } = value;
  if (requireCanonical !== undefined && typeof requireCanonical !== 'boolean') return false;
  if (blockHash !== undefined) return isHash(blockHash) && blockNumber === undefined;
  return isQuantity(blockNumber);
}

function isFilter(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { fromBlock, toBlock, blockHash, address, topics } = value;
  if (blockHash !== undefined && blockHash !== null) {
    const hasRange = (fromBlock ?? toBlock) !== undefined;
    if (!isHash(blockHash) || hasRange) return false;
  }
  return isRange(fromBlock, toBlock) && isAddressFilter(address) && isTopics(topics);
}

function isTraceFilter(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { fromBlock, toBlock, fromAddress, toAddress, after, count } = value;
  return (
    isRange(fromBlock, toBlock) &&
    isAddressFilter(fromAddress) &&
    isAddressFilter(toAddress) &&
    isCount(after ?? 0, Number.MAX_SAFE_INTEGER) &&
    isCount(count, MAX_TRACES)
  );
}

function isCount(value: unknown, most: number): boolean {
  const count = isQuantity(value) ? Number(value) : value;
  return Number.isInteger(count) && Number(count) >= 0 && Number(count) <= most;
}

function isRange(...ends: readonly unknown[]): boolean {
  return ends.every((end) => (end ?? undefined) === undefined || TAGS.has(end) || isQuantity(end));
}

function isAddressFilter(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return Array.isArray(value) ? value.length <= 1_000 && value.every(isAddress) : isAddress(value);
}

function isTopics(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (!Array.isArray(value) || value.length > 4) return false;
  return value.every(
    (topic) =>
      topic === null ||
      isHash(topic) ||
      (Array.isArray(topic) &&
        topic.length <= 1_000 &&
        topic.every((one) => one === null || isHash(one))),
  );
}

function isPercentiles(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length <= 100 &&
    value.every(
      (one, n) =>
        typeof one === 'number' && one >= 0 && one <= 100 && (n === 0 || one >= value[n - 1]),
    )
  );
}

function isSlot(value: unknown): boolean {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value);
}

function isTransaction(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { from, to, data, input } = value;
  return (
    [from, to].every((one) => one === undefined || one === null || isAddress(one)) &&
    [data, input].every((one) => one === undefined || one === null || isBytes(one))
  );
}
