import { RLP } from '@ethereumjs/rlp';
import { keccak_256 } from '@noble/hashes/sha3.js';

/** EIP-4844. */
const BLOB_TYPE = 0x03;

/** The hash of a signed, encoded transaction; undefined if it cannot be decoded. `raw`: bytes in hexadecimal digits. */
export function transactionHash(raw: string): string | undefined {
  const bytes = hashedBytes(Buffer.from(raw.slice(2), 'hex'));
  return bytes && `0x${Buffer.from(keccak_256(bytes)).toString('hex')}`;
}

/**
 * The hash covers all bytes, whatever the type of the transaction. One exception: a blob transaction is sent as a list of the transaction
 * itself and its blobs, commitments and proofs, which are not hashed.
 */
function hashedBytes(bytes: Buffer): Uint8Array | undefined {
  if (bytes[0] !== BLOB_TYPE) return bytes;
  try {
    const [first] = RLP.decode(bytes.subarray(1));
    // Without blobs, the first item is the chain id, not a list.
    return Array.isArray(first) ? Buffer.concat([bytes.subarray(0, 1), RLP.encode(first)]) : bytes;
  } catch {
    return undefined;
  }
}
