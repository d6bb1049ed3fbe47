import { randomFillSync } from 'node:crypto';

const BYTES = 8;
const pool = Buffer.alloc(BYTES * 512);
let used = pool.length;

/**
 * Identifies a request in headers, on error pages and in logs: 16 hexadecimal characters. Random
 * bytes are drawn in bulk, since asking for eight at a time costs more than all the rest.
 */
export function newRayId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += BYTES;
  return pool.toString('hex', used - BYTES, used);
}
