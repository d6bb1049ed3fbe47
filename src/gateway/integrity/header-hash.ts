import { RLP } from '@ethereumjs/rlp';
import { keccak_256 } from '@noble/hashes/sha3.js';

/** A block as a node returned it, not validated. */
export type BlockObject = Readonly<Record<string, unknown>>;

/** Members of a header in the order in which they are hashed. Blocks before a fork lack its members. */
const members: readonly (readonly [name: string, type: 'bytes' | 'quantity'])[] = [
  ['parentHash', 'bytes'],
  ['sha3Uncles', 'bytes'],
  ['miner', 'bytes'],
  ['stateRoot', 'bytes'],
  ['transactionsRoot', 'bytes'],
  ['receiptsRoot', 'bytes'],
  ['logsBloom', 'bytes'],
  ['difficulty', 'quantity'],
  ['number', 'quantity'],
  ['gasLimit', 'quantity'],
  ['gasUsed', 'quantity'],
  ['timestamp', 'quantity'],
  ['extraData', 'bytes'],
  ['mixHash', 'bytes'],
  ['nonce', 'bytes'],
  // London
  ['baseFeePerGas', 'quantity'],
  // Shanghai
  ['withdrawalsRoot', 'bytes'],
  // Cancun
  ['blobGasUsed', 'quantity'],
  ['excessBlobGas', 'quantity'],
  ['parentBeaconBlockRoot', 'bytes'],
  // Prague
  ['requestsHash', 'bytes'],
];

/** Members that every header has, since the first block. */
const MANDATORY_MEMBERS = 15;

/** Members of a block that are not part of its header. */
const nonHeaderMembers: ReadonlySet<string> = new Set([
  'hash',
  'size',
  'totalDifficulty',
  'transactions',
  'uncles',
  'withdrawals',
]);
const known: ReadonlySet<string> = new Set([...members.map(([name]) => name), ...nonHeaderMembers]);

/**
 * Whether the hash of a block is right. `unknown`: the block has members of a fork that the gateway does not support, which the hash may
 * cover.
 */
export function verifyHash(block: BlockObject): 'yes' | 'no' | 'unknown' {
  const hash = headerHash(block);
  if (hash !== undefined && hash === String(block['hash']).toLowerCase()) return 'yes';
  return Object.keys(block).some((name) => !known.has(name)) ? 'unknown' : 'no';
}

/** Undefined if the block lacks members of a header, or they are malformed. */
export function headerHash(block: BlockObject): string | undefined {
  const fields: Uint8Array[] = [];
  for (const [n, [name, type]] of members.entries()) {
    const value = block[name];
    if (value === undefined || value === null) {
      if (n < MANDATORY_MEMBERS) return undefined;
      // A fork adds all of its members, so no later member may follow a missing one.
      if (members.slice(n).some(([later]) => (block[later] ?? undefined) !== undefined)) {
        return undefined;
      }
      break;
    }
    const bytes = bytesOf(value, type);
    if (!bytes) return undefined;
    fields.push(bytes);
  }
  return `0x${Buffer.from(keccak_256(RLP.encode(fields))).toString('hex')}`;
}

function bytesOf(value: unknown, type: 'bytes' | 'quantity'): Uint8Array | undefined {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]*$/.test(value)) return undefined;
  const digits = value.slice(2);
  if (type === 'bytes') return digits.length % 2 === 0 ? Buffer.from(digits, 'hex') : undefined;
  const significant = digits.replace(/^0+/, '');
  return Buffer.from(significant.length % 2 ? `0${significant}` : significant, 'hex');
}
