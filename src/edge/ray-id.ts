import { randomBytes } from 'node:crypto';

const CHARACTERS = 16;
const IDS = 512;
let pool = '';
let used = 0;

/**
 * Identifies a request in headers, on error pages and in logs: 16 hexadecimal characters. Random bytes are generated
 * and encoded in bulk, because eight at a time are slow.
 */
export function newRayId(): string {
  if (used === pool.length) {
    pool = randomBytes((IDS * CHARACTERS) / 2).toString('hex');
    used = 0;
  }
  used += CHARACTERS;
  return pool.slice(used - CHARACTERS, used);
}
