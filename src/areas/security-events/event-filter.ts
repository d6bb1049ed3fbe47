import {
  securityEventActions,
  securityEventSources,
  sourceNamed,
} from '../../catalogs/security-events.ts';
import { invalidParameter, readTime } from '../../http/query-times.ts';
import { parseAddress } from '../../kernel/ip.ts';
import { type Static, Type } from '../../kernel/schema.ts';
import {
  type EventFilter,
  type EventKey,
  parseCursor,
  searchHost,
  searchText,
} from './security-event-model.ts';
import type { FilterColumn } from './security-events-tables.ts';

const MOST_VALUES = 20;
const PREFIX = 'starts_with:';

const Text = Type.Optional(Type.String({ minLength: 1, maxLength: 4_000 }));

/** Query parameters of all routes that read events. */
export const FilterQuery = {
  since: Text,
  until: Text,
  action: Text,
  source: Text,
  rule_id: Text,
  ruleset_id: Text,
  host: Text,
  path: Text,
  ip: Text,
  country: Text,
  ray: Text,
};

const FilterObject = Type.Object(FilterQuery);
type FilterQuery = Static<typeof FilterObject>;

interface ListParameter {
  readonly column: FilterColumn;
  /** The value to search for; undefined if the text is not a valid value. */
  read(value: string): string | undefined;
  /** Completes the message "the parameter must be …". */
  readonly expected: string;
}

const ID = /^[\w.:-]{1,200}$/;
const COUNTRY = /^(?:[a-z]{2}|unknown)$/i;
const RAY = /^([0-9a-f]{16})(?:-[a-z]{3})?$/;
const known = new Set(securityEventActions);

const readAction = (value: string) => {
  const action = value.toLowerCase().replaceAll('_', '');
  return known.has(action) ? action : undefined;
};
const readId = (value: string) => (ID.test(value) ? value : undefined);

/** Parameters that take several values, separated by commas. */
const listParameters = {
  action: {
    column: 'action',
    read: readAction,
    expected: `one of ${securityEventActions.join(', ')}`,
  },
  source: {
    column: 'source',
    read: sourceNamed,
    expected: `one of ${securityEventSources.map(({ name }) => name).join(', ')}`,
  },
  rule_id: { column: 'rule_id', read: readId, expected: 'the id of a rule' },
  ruleset_id: { column: 'ruleset_id', read: readId, expected: 'the id of a ruleset' },
  host: {
    column: 'host',
    read: (value) => (/^[^\s/]{1,300}$/.test(value) ? searchHost(value) : undefined),
    expected: 'a host name, such as www.example.com',
  },
  ip: {
    column: 'client_ip',
    read: (value) => parseAddress(value)?.toString(),
    expected: 'an IP address, such as 192.0.2.1 or 2001:db8::1',
  },
  country: {
    column: 'country',
    read: (value) => (COUNTRY.test(value) ? value.toLowerCase() : undefined),
    expected: 'a country of two letters, such as pt, or unknown',
  },
  ray: {
    column: 'ray_id',
    read: (value) => RAY.exec(value.toLowerCase())?.[1],
    expected: 'a ray id of 16 hexadecimal characters',
  },
} as const satisfies Partial<Record<keyof FilterQuery, ListParameter>>;

/** Throws an error with the name of the invalid parameter. */
export function toEventFilter(zoneId: string, query: FilterQuery, now: number): EventFilter {
  const since = readTime('since', query.since, now);
  const until = readTime('until', query.until, now);
  if (since !== undefined && until !== undefined && since >= until) {
    throw invalidParameter('since', 'must be earlier than "until"');
  }
  const lists = Object.entries(listParameters) as [keyof typeof listParameters, ListParameter][];
  const equals = lists.flatMap(([name, parameter]) => {
    const text = query[name];
    return text === undefined ? [] : [[parameter.column, toList(name, parameter, text)]];
  });
  return { zoneId, since, until, ...toPath(query.path, Object.fromEntries(equals)) };
}

/** A path may contain commas, so this parameter has only one value. */
function toPath(
  text: string | undefined,
  equals: EventFilter['equals'],
): Pick<EventFilter, 'equals' | 'pathPrefix'> {
  if (text === undefined) return { equals, pathPrefix: undefined };
  const isPrefix = text.startsWith(PREFIX);
  const path = isPrefix ? text.slice(PREFIX.length) : text;
  if (!path.startsWith('/')) {
    throw invalidParameter(
      'path',
      `must be a path that begins with "/", with or without "${PREFIX}"`,
    );
  }
  const searched = searchText(path);
  return isPrefix
    ? { equals, pathPrefix: searched }
    : { equals: { ...equals, path: [searched] }, pathPrefix: undefined };
}

function toList(name: string, { read, expected }: ListParameter, text: string): string[] {
  const values = text.split(',').map((value) => value.trim());
  if (values.length > MOST_VALUES) {
    throw invalidParameter(
      name,
      `must have at most ${MOST_VALUES} values; this one has ${values.length}`,
    );
  }
  return values.map((value) => {
    const searched = read(value);
    if (searched !== undefined) return searched;
    throw invalidParameter(name, `must be ${expected}, or several separated by commas`);
  });
}

export function readCursor(cursor: string | undefined): EventKey | undefined {
  if (cursor === undefined || cursor === '') return undefined;
  const key = parseCursor(cursor);
  if (!key) throw invalidParameter('cursor', 'must be a cursor from an earlier response');
  return key;
}
