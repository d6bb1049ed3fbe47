import { randomFillSync } from 'node:crypto';

const BYTES = 8;
const pool = Buffer.alloc(BYTES * 512);
let used = pool.length;

/**
 * Identifies a request in headers, on error pages and in logs: 16 hexadecimal characters. Random bytes are
 * generated in bulk, because generating eight at a time is slow.
 */
export function newRayId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += BYTES;
  return pool.toString('hex', used - BYTES, used);
}
