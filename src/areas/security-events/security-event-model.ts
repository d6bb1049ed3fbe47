import type { FirewallEvent } from '../../contracts/events/firewall-event.ts';
import { parseAddress } from '../../kernel/ip.ts';
import { isStorableText } from '../../kernel/text.ts';
import type { FilterColumn } from './security-events-tables.ts';

/** The place of an event in the order of all events of a zone. */
export interface EventKey {
  readonly occurredAt: number;
  readonly seq: number;
}

/** A security event as it is stored; the account is that of the zone. */
export type SecurityEvent = Omit<FirewallEvent, 'accountId'>;

/** Which events of a zone are wanted; all conditions must hold. */
export interface EventFilter {
  readonly zoneId: string;
  /** Milliseconds; from here on. */
  readonly since: number | undefined;
  /** Up to, and without, this time. */
  readonly until: number | undefined;
  /** Values as they are searched, see `searchText`; one of a list must be equal. */
  readonly equals: Readonly<Partial<Record<FilterColumn, readonly string[]>>>;
  readonly pathPrefix: string | undefined;
}

/** PostgreSQL refuses index entries of more than 2,700 bytes; a character has up to four. */
const SEARCHED_CHARACTERS = 500;

/** What of a text is searched. Also makes it something that every database can store. */
export function searchText(text: string): string {
  if (text.length <= SEARCHED_CHARACTERS && isStorableText(text)) return text;
  return Array.from(text.slice(0, 2 * SEARCHED_CHARACTERS))
    .slice(0, SEARCHED_CHARACTERS)
    .join('')
    .toWellFormed()
    .replaceAll('\0', '\u{fffd}');
}

/** One spelling for each address; what is no address stays what it is. */
export function searchAddress(text: string): string {
  return parseAddress(text)?.toString() ?? searchText(text);
}

/** Visitors write names in any case, with or without a port. */
export function searchHost(text: string): string {
  return searchText(text.toLowerCase().replace(/:\d*$/, ''));
}

export function isNewer(a: EventKey, b: EventKey): boolean {
  return a.occurredAt === b.occurredAt ? a.seq > b.seq : a.occurredAt > b.occurredAt;
}

const CURSOR = /^(\d{1,15})-(\d{1,15})$/;

export function cursorOf({ occurredAt, seq }: EventKey): string {
  return `${occurredAt}-${seq}`;
}

export function parseCursor(text: string): EventKey | undefined {
  const [, occurredAt, seq] = CURSOR.exec(text) ?? [];
  return seq === undefined ? undefined : { occurredAt: Number(occurredAt), seq: Number(seq) };
}
