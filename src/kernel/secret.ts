import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * A generated secret: a prefix for its kind, 40 random characters and a checksum. A secret scanner can
 * recognise a leaked one, and a checksum shows when one was cut off.
 */
const prefixes = {
  user: 'pslu',
  account: 'psla',
  key: 'pslk',
  access: 'pslg',
  session: 'psls',
  code: 'pslc',
} as const;

export function newSecret(kind: keyof typeof prefixes): string {
  const body = `${prefixes[kind]}_${randomBytes(30).toString('base64url')}`;
  return body + crc32(body).toString(16).padStart(8, '0');
}

/** The form in which secrets are stored. Generated secrets have 240 random bits, so a plain hash is enough. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex');
}

export function equalHashes(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Whether the hash of a secret is among `hashes`. Takes constant time, whatever the secret is. */
export function isKnownSecret(secret: string | undefined, hashes: readonly string[]): boolean {
  if (secret === undefined) return false;
  const given = hashSecret(secret);
  let isKnown = false;
  for (const hash of hashes) {
    if (equalHashes(hash, given)) isKnown = true;
  }
  return isKnown;
}

/** The key in a header `Authorization: Bearer KEY`. */
export function bearerKey(authorization: string | undefined): string | undefined {
  return /^bearer +([^\s]+)$/i.exec(authorization ?? '')?.[1];
}
