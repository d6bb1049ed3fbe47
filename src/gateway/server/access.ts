import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether a key is one of those whose hashes (SHA-256, hex) are known. Takes as long for every key. */
export function isKnownKey(key: string | undefined, hashes: readonly string[]): boolean {
  if (key === undefined) return false;
  const given = createHash('sha256').update(key).digest();
  let isKnown = false;
  for (const hash of hashes) {
    const expected = Buffer.from(hash, 'hex');
    if (expected.length === given.length && timingSafeEqual(expected, given)) isKnown = true;
  }
  return isKnown;
}

/** The key in a header `Authorization: Bearer KEY`. */
export function bearerKey(authorization: string | undefined): string | undefined {
  return /^bearer +([^\s]+)$/i.exec(authorization ?? '')?.[1];
}
