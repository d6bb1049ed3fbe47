import type { FirewallEventFields } from '../../contracts/events/firewall-event.ts';
import type { SecurityEventTable } from './security-events-tables.ts';

type Columns = Omit<SecurityEventTable, 'seq' | 'fields_json' | 'id' | `${string}_key`>;

interface StoredMember {
  /** Its name in the JSON text. Stored; it must never change. */
  readonly key: string;
  /** What it is if the JSON text does not have it: what a column has, or the usual value. */
  readonly usual: (row: Columns) => unknown;
}

const always = (value: unknown) => () => value;

/** The columns have much of an event already, and names of members are longer than most values. */
const members: Readonly<Record<keyof FirewallEventFields, StoredMember>> = {
  Action: { key: 'a', usual: (row) => row.action },
  Source: { key: 's', usual: (row) => row.source },
  RuleID: { key: 'r', usual: (row) => row.rule_id },
  Ref: { key: 'f', usual: (row) => row.rule_id },
  Description: { key: 'd', usual: always('') },
  Kind: { key: 'k', usual: always('firewall') },
  MatchIndex: { key: 'i', usual: always(0) },
  Metadata: { key: 'm', usual: () => ({}) },
  RayID: { key: 'y', usual: (row) => row.ray_id },
  OriginatorRayID: { key: 'o', usual: always('00') },
  Datetime: { key: 't', usual: (row) => row.occurred_at },
  ClientIP: { key: 'c', usual: (row) => row.client_ip },
  ClientCountry: { key: 'cc', usual: always(undefined) },
  ClientASN: { key: 'ca', usual: always(undefined) },
  ClientASNDescription: { key: 'cd', usual: always(undefined) },
  ClientRequestHost: { key: 'h', usual: (row) => row.host },
  ClientRequestMethod: { key: 'x', usual: always('GET') },
  ClientRequestPath: { key: 'p', usual: (row) => row.path },
  ClientRequestProtocol: { key: 'v', usual: always('HTTP/2') },
  ClientRequestQuery: { key: 'q', usual: always('') },
  ClientRequestScheme: { key: 'z', usual: always('https') },
  ClientRequestUserAgent: { key: 'u', usual: always('') },
  ClientRefererHost: { key: 'rh', usual: always('') },
  ClientRefererPath: { key: 'rp', usual: always('') },
  ClientRefererQuery: { key: 'rq', usual: always('') },
  ClientRefererScheme: { key: 'rs', usual: always('') },
  EdgeResponseStatus: { key: 'e', usual: always(403) },
  OriginResponseStatus: { key: 'n', usual: always(0) },
};

const stored = Object.entries(members);
const known = new Set(Object.keys(members));
const keys = new Set(stored.map(([, { key }]) => key));

/** The members of an event that its row does not have, as JSON. Members that only a later version knows keep their names. */
export function encodeFields(fields: FirewallEventFields, row: Columns): string {
  const values: Readonly<Record<string, unknown>> = { ...fields };
  const json: Record<string, unknown> = {};
  for (const [name, { key, usual }] of stored) {
    if (!isSame(values[name], usual(row))) json[key] = values[name];
  }
  for (const name in values) {
    if (!known.has(name) && !keys.has(name)) json[name] = values[name];
  }
  return JSON.stringify(json);
}

export function decodeFields(text: string, row: Columns): FirewallEventFields {
  const json: Readonly<Record<string, unknown>> = JSON.parse(text);
  const fields: Record<string, unknown> = {};
  for (const [name, { key, usual }] of stored) {
    const value = key in json ? json[key] : usual(row);
    if (value !== undefined) fields[name] = value;
  }
  for (const name in json) if (!keys.has(name)) fields[name] = json[name];
  // The schema of events has checked what comes from the bus.
  return fields as unknown as FirewallEventFields;
}

/** The only objects that are compared are metadata, which are mostly empty. */
function isSame(value: unknown, usual: unknown): boolean {
  return value === usual || (typeof usual === 'object' && JSON.stringify(value) === '{}');
}
