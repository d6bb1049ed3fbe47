import type { KeyObject } from 'node:crypto';
import { type HpkeMessage, KEY_BYTES, open, seal, TAG_BYTES } from '../../kernel/hpke.ts';

/**
 * The data that a managed rule matched, encrypted in a security event for the holder of a private key:
 * base64 of a version byte, the encapsulated key (32 bytes), the length of the ciphertext (8 bytes,
 * little-endian) and the ciphertext with its tag. HPKE with empty info and associated data.
 */
export const MATCHED_DATA_MEMBER = 'encrypted_matched_data';

/** Placeholders for data that was too large, and for data beyond the maximum of encryptions per second. */
export const TRUNCATED = 'truncated';
export const OMITTED = 'omitted';

/** The plaintext is JSON of this. */
export interface MatchedData {
  readonly rule_id: string;
  readonly ref: string;
  readonly matches: readonly MatchedValue[];
}

export interface MatchedValue {
  /** The field, or the expression that derived the value from a field. */
  readonly field: string;
  /** The role of the value in a login. */
  readonly role?: 'username' | 'password';
  readonly value: unknown;
}

const VERSION = 3;
const HEAD_BYTES = 1 + KEY_BYTES + 8;

export function encryptMatchedData(clear: string, recipient: KeyObject): string {
  const { encapsulated, ciphertext } = seal(recipient, Buffer.from(clear));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(ciphertext.length));
  return Buffer.concat([Buffer.from([VERSION]), encapsulated, length, ciphertext]).toString(
    'base64',
  );
}

/** Throws an error with the reason if the data cannot be decrypted with this key. */
export function decryptMatchedData(text: string, privateKey: KeyObject): string {
  const message = parse(text);
  try {
    return open(privateKey, message).toString();
  } catch {
    throw new Error('the data cannot be decrypted: it is for another key, or was changed');
  }
}

function parse(text: string): HpkeMessage {
  const bytes = Buffer.from(text, 'base64');
  const isWhole = bytes.toString('base64') === text && bytes.length >= HEAD_BYTES + TAG_BYTES;
  if (!isWhole) throw new Error(`this is not an "${MATCHED_DATA_MEMBER}" of a security event`);
  if (bytes[0] !== VERSION) {
    throw new Error(`the data has the format ${bytes[0]}, but only ${VERSION} is supported`);
  }
  const ciphertext = bytes.subarray(HEAD_BYTES);
  if (bytes.readBigUInt64LE(1 + KEY_BYTES) !== BigInt(ciphertext.length)) {
    throw new Error('the data is not complete');
  }
  return { encapsulated: bytes.subarray(1, 1 + KEY_BYTES), ciphertext };
}
