import { hashText } from '../../kernel/hash-text.ts';
import type { FilterColumn } from './security-events-tables.ts';

/**
 * What an index of a column holds instead of the zone and the value: a number of four bytes. Other values may have
 * the same one, so whoever finds a row by it compares zone and value too. Stored; it must never change.
 */
export function searchKey(zoneId: string, column: FilterColumn, value: string): number {
  return hashText(`${zoneId} ${column} ${value}`) | 0;
}
