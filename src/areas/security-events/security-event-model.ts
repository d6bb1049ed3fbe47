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

/** Conditions on the events of a zone. All must match. */
export interface EventFilter {
  readonly zoneId: string;
  /** Milliseconds, inclusive. */
  readonly since: number | undefined;
  /** Milliseconds, exclusive. */
  readonly until: number | undefined;
  /** Allowed values by column, in the form of `searchText`. */
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

/** The canonical form of an address. Other texts are only shortened. */
export function searchAddress(text: string): string {
  return parseAddress(text)?.toString() ?? searchText(text);
}

/** Visitors send host names in any case, with or without a port. */
export function searchHost(text: string): string {
  return searchText(text.toLowerCase().replace(/:\d*$/, ''));
}

/** Ids of the edge consist of ray, rule and match index. Rows have these, so a digest is enough to identify the event. */
export function storedId(id: string, fields: FirewallEventFields): string {
  const isEdgeId = id === edgeId(fields) && id === searchText(id);
  return isEdgeId ? DIGEST + hash('sha256', id, 'base64url').slice(0, 16) : searchText(id);
}

export function shownId(stored: string, fields: FirewallEventFields): string {
  return stored.startsWith(DIGEST) ? edgeId(fields) : stored;
}

/** Prefix of digests. No id of the edge begins with it. */
const DIGEST = '~';
const edgeId = ({ RayID, RuleID, MatchIndex }: FirewallEventFields) =>
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
