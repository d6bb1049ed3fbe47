import { hashText } from '../../kernel/hash-text.ts';
import type { FilterColumn } from './security-events-tables.ts';

/**
 * A hash of four bytes that an index contains instead of the zone and the value. Keys can collide, so queries compare
 * zone and value too. Keys are stored, so this function must never change.
 */
export function searchKey(zoneId: string, column: FilterColumn, value: string): number {
  return hashText(`${zoneId} ${column} ${value}`) | 0;
}
