import type { FirewallEventFields } from '../../contracts/events/firewall-event.ts';
import type { SecurityEventTable } from './security-events-tables.ts';

type Columns = Omit<SecurityEventTable, 'seq' | 'fields_json' | 'id' | `${string}_key`>;

interface StoredMember {
  /** The name of the member in the stored JSON. It must never change. */
  readonly key: string;
  /** The value of the member if the JSON text omits it: the value of a column, or a constant. */
  readonly default: (row: Columns) => unknown;
}

const always = (value: unknown) => () => value;

/** Saves space: values that a column has are omitted, and member names are abbreviated. */
const members: Readonly<Record<keyof FirewallEventFields, StoredMember>> = {
  Action: { key: 'a', default: (row) => row.action },
  Source: { key: 's', default: (row) => row.source },
  RuleID: { key: 'r', default: (row) => row.rule_id },
  Ref: { key: 'f', default: (row) => row.rule_id },
  Description: { key: 'd', default: always('') },
  Kind: { key: 'k', default: always('firewall') },
  MatchIndex: { key: 'i', default: always(0) },
  Metadata: { key: 'm', default: () => ({}) },
  RayID: { key: 'y', default: (row) => row.ray_id },
  OriginatorRayID: { key: 'o', default: always('00') },
  Datetime: { key: 't', default: (row) => row.occurred_at },
  ClientIP: { key: 'c', default: (row) => row.client_ip },
  ClientCountry: { key: 'cc', default: always(undefined) },
  ClientASN: { key: 'ca', default: always(undefined) },
  ClientASNDescription: { key: 'cd', default: always(undefined) },
  ClientRequestHost: { key: 'h', default: (row) => row.host },
  ClientRequestMethod: { key: 'x', default: always('GET') },
  ClientRequestPath: { key: 'p', default: (row) => row.path },
  ClientRequestProtocol: { key: 'v', default: always('HTTP/2') },
  ClientRequestQuery: { key: 'q', default: always('') },
  ClientRequestScheme: { key: 'z', default: always('https') },
  ClientRequestUserAgent: { key: 'u', default: always('') },
  ClientRefererHost: { key: 'rh', default: always('') },
  ClientRefererPath: { key: 'rp', default: always('') },
  ClientRefererQuery: { key: 'rq', default: always('') },
  ClientRefererScheme: { key: 'rs', default: always('') },
  EdgeResponseStatus: { key: 'e', default: always(403) },
  OriginResponseStatus: { key: 'n', default: always(0) },
};

const stored = Object.entries(members);
const known = new Set(Object.keys(members));
const keys = new Set(stored.map(([, { key }]) => key));

/** The members of an event that its columns do not have, as JSON. Unknown members, of later versions, keep their names. */
export function encodeFields(fields: FirewallEventFields, row: Columns): string {
  const values: Readonly<Record<string, unknown>> = { ...fields };
  const json: Record<string, unknown> = {};
  for (const [name, { key, default: byDefault }] of stored) {
    if (!isSame(values[name], byDefault(row))) json[key] = values[name];
  }
  for (const name in values) {
    if (!known.has(name) && !keys.has(name)) json[name] = values[name];
  }
  return JSON.stringify(json);
}

export function decodeFields(text: string, row: Columns): FirewallEventFields {
  const json: Readonly<Record<string, unknown>> = JSON.parse(text);
  const fields: Record<string, unknown> = {};
  for (const [name, { key, default: byDefault }] of stored) {
    const value = key in json ? json[key] : byDefault(row);
    if (value !== undefined) fields[name] = value;
  }
  for (const name in json) if (!keys.has(name)) fields[name] = json[name];
  // The schema of events has validated the messages of the bus.
  return fields as unknown as FirewallEventFields;
}

/** The only objects to compare are metadata, whose default is empty. */
function isSame(value: unknown, byDefault: unknown): boolean {
  return value === byDefault || (typeof byDefault === 'object' && JSON.stringify(value) === '{}');
}
