import { DirectionQuery } from '../../../http/common-schema.ts';
import type { PageRequest } from '../../../kernel/page.ts';
import { type Static, type TObject, Type } from '../../../kernel/schema.ts';
import { invalidQuery } from '../page-monitoring-errors.ts';
import { cookieTypes } from './cookie-model.ts';
import { type ItemKind, type ItemStatus, itemStatuses } from './item-model.ts';
import { type ItemOrder, type ItemQuery, itemOrders } from './item-scan.ts';
import { parsePattern, type TextPattern } from './text-pattern.ts';

const LONGEST_LIST = 8_192;
const MOST_ENTRIES = 100;
const List = Type.Optional(Type.String({ maxLength: LONGEST_LIST }));
const Flag = (standard: boolean) => Type.Boolean({ default: standard });
const Attribute = Type.Optional(Type.String({ maxLength: 1024 }));

/** Query parameters of every list of items. */
const common = {
  hosts: List,
  page_url: List,
  status: Type.String({ maxLength: 100, default: 'active' }),
  order_by: Type.Enum([...itemOrders], { default: 'last_seen_at' }),
  direction: DirectionQuery('desc'),
  page: Type.String({
    pattern: '^([1-9][0-9]{0,8}|all)$',
    'x-expected': 'a whole number from 1, or all',
    default: '1',
  }),
  per_page: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
  export: Type.Optional(Type.Enum(['csv'])),
};

const resource = {
  ...common,
  urls: List,
  exclude_urls: List,
  prioritize_malicious: Flag(false),
  exclude_cdn_cgi: Flag(true),
};

const ScriptListQuery = Type.Object({ ...resource, exclude_duplicates: Flag(true) });
const ConnectionListQuery = Type.Object(resource);
const CookieListQuery = Type.Object({
  ...common,
  name: Attribute,
  type: Type.Optional(Type.Enum([...cookieTypes])),
  domain: Attribute,
  path: Attribute,
  same_site: Type.Optional(Type.Enum(['lax', 'strict', 'none'])),
  secure: Type.Optional(Type.Boolean()),
  http_only: Type.Optional(Type.Boolean()),
});

export const listQueries: Readonly<Record<ItemKind, TObject>> = {
  script: ScriptListQuery,
  connection: ConnectionListQuery,
  cookie: CookieListQuery,
};

/** The query of any kind of list, after validation. */
export type ListQuery = Static<typeof ConnectionListQuery> &
  Partial<Static<typeof ScriptListQuery>> &
  Partial<Static<typeof CookieListQuery>>;

export function toItemQuery(zoneId: string, kind: ItemKind, query: ListQuery): ItemQuery {
  return {
    zoneId,
    kind,
    statuses: statusesOf(query.status),
    hosts: patternsOf('hosts', query.hosts?.toLowerCase()),
    pages: patternsOf('page_url', query.page_url),
    urls: entriesOf('urls', query.urls),
    excludedUrls: entriesOf('exclude_urls', query.exclude_urls),
    withoutCdnCgi: query.exclude_cdn_cgi ?? false,
    withoutCopies: query.exclude_duplicates ?? false,
    maliciousFirst: query.prioritize_malicious ?? false,
    cookie: kind === 'cookie' ? cookieQueryOf(query) : undefined,
    order: query.order_by as ItemOrder,
    direction: query.direction as 'asc' | 'desc',
  };
}

/** Undefined if everything is requested in one page. */
export function toItemPage({ page, per_page: perPage }: ListQuery): PageRequest | undefined {
  return page === 'all' ? undefined : { page: Number(page), perPage };
}

function cookieQueryOf(query: ListQuery) {
  return {
    name: query.name === undefined ? undefined : parsePattern(query.name),
    type: query.type,
    domain: query.domain,
    path: query.path,
    sameSite: query.same_site,
    secure: query.secure,
    httpOnly: query.http_only,
  };
}

function statusesOf(text: string): ItemStatus[] {
  const words = text.split(',').map((word) => word.trim());
  const unknown = words.find((word) => !itemStatuses.includes(word as ItemStatus));
  if (unknown !== undefined) {
    throw invalidQuery('status', `must be a list of ${itemStatuses.join(', ')}, not "${unknown}"`);
  }
  return words as ItemStatus[];
}

function entriesOf(name: string, text: string | undefined): string[] | undefined {
  const entries = (text ?? '').split(',').map((entry) => entry.trim());
  const given = entries.filter((entry) => entry !== '');
  if (given.length > MOST_ENTRIES)
    throw invalidQuery(name, `has more than ${MOST_ENTRIES} entries`);
  return given.length === 0 ? undefined : given;
}

function patternsOf(name: string, text: string | undefined): TextPattern[] | undefined {
  return entriesOf(name, text)?.map(parsePattern);
}
