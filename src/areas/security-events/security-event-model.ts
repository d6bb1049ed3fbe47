import { hash } from 'node:crypto';
import type { FirewallEvent, FirewallEventFields } from '../../contracts/events/firewall-event.ts';
import { parseAddress } from '../../kernel/ip.ts';
import { isStorableText } from '../../kernel/text.ts';
import type { FilterColumn } from './security-events-tables.ts';

/** The position of an event in the order of all events of a zone. */
export interface EventKey {
  readonly occurredAt: number;
  readonly seq: number;
}

/** A stored security event. It belongs to the account of its zone. */
export type SecurityEvent = Omit<FirewallEvent, 'accountId'>;

/** Selects events of a zone. All conditions must match. */
export interface EventFilter {
  readonly zoneId: string;
  /** Milliseconds, inclusive. */
  readonly since: number | undefined;
  /** Milliseconds, exclusive. */
  readonly until: number | undefined;
  /** By column, the values of which one must be equal, in the form of `searchText`. */
  readonly equals: Readonly<Partial<Record<FilterColumn, readonly string[]>>>;
  readonly pathPrefix: string | undefined;
}

/** PostgreSQL refuses index entries of more than 2,700 bytes, and a character has up to four bytes. */
const SEARCHED_CHARACTERS = 500;

/** The form of a text in a column: shortened, and without characters that a database cannot store. */
export function searchText(text: string): string {
  if (text.length <= SEARCHED_CHARACTERS && isStorableText(text)) return text;
  return Array.from(text.slice(0, 2 * SEARCHED_CHARACTERS))
    .slice(0, SEARCHED_CHARACTERS)
    .join('')
    .toWellFormed()
    .replaceAll('\0', '\u{fffd}');
}

/** The canonical form of an address. A text that is not an address stays as it is. */
export function searchAddress(text: string): string {
  return parseAddress(text)?.toString() ?? searchText(text);
}

/** Visitors send host names in any case, with or without a port. */
export function searchHost(text: string): string {
  return searchText(text.toLowerCase().replace(/:\d*$/, ''));
}

/** Ids of the edge are made from the ray and the rule, which rows have; a digest tells them apart. */
export function storedId(id: string, fields: FirewallEventFields): string {
  const isMade = id === madeId(fields) && id === searchText(id);
  return isMade ? DIGEST + hash('sha256', id, 'base64url').slice(0, 16) : searchText(id);
}

export function shownId(stored: string, fields: FirewallEventFields): string {
  return stored.startsWith(DIGEST) ? madeId(fields) : stored;
}

/** No id of the edge begins with it. */
const DIGEST = '~';
const madeId = ({ RayID, RuleID, MatchIndex }: FirewallEventFields) =>
  `${RayID}-${RuleID}-${MatchIndex}`;

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
