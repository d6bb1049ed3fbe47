import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Db, PageMonitoringTables } from '../page-monitoring-tables.ts';
import { classBits, hasFact, type ItemKind, type ItemStatus, statusRanges } from './item-model.ts';
import {
  containsCondition,
  isExact,
  listedCondition,
  matchesPattern,
  patternCondition,
  type TextPattern,
} from './text-pattern.ts';

export const itemOrders = ['first_seen_at', 'last_seen_at'] as const;
export type ItemOrder = (typeof itemOrders)[number];

/** The filters and the order of a list of items. */
export interface ItemQuery {
  readonly zoneId: string;
  readonly kind: ItemKind;
  readonly statuses: readonly ItemStatus[];
  /** One of the patterns must match; undefined: any host. */
  readonly hosts: readonly TextPattern[] | undefined;
  readonly pages: readonly TextPattern[] | undefined;
  readonly urls: readonly string[] | undefined;
  readonly excludedUrls: readonly string[] | undefined;
  readonly withoutCdnCgi: boolean;
  readonly withoutCopies: boolean;
  readonly maliciousFirst: boolean;
  readonly cookie: CookieQuery | undefined;
  readonly order: ItemOrder;
  readonly direction: 'asc' | 'desc';
}

/** Undefined members do not filter. */
export interface CookieQuery {
  readonly name: TextPattern | undefined;
  readonly type: string | undefined;
  readonly domain: string | undefined;
  readonly path: string | undefined;
  readonly sameSite: string | undefined;
  readonly secure: boolean | undefined;
  readonly httpOnly: boolean | undefined;
}

/**
 * A scan along one index. Items of the same class, and of the same host if hosts are filtered, are adjacent and
 * ordered by time, so that a page is found without reading items that are not on it.
 */
export interface ItemScan {
  readonly class: number;
  readonly host: string | undefined;
  readonly after: number;
  readonly upTo: number | undefined;
}

/** With more scans than this, filtering hosts row by row is cheaper. */
const MOST_SCANS = 128;
/** Up to this number of hosts of a zone, each host gets its own scan; otherwise hosts are filtered row by row. */
const MOST_HOSTS = 500;

type Builder = ExpressionBuilder<PageMonitoringTables, 'page_items'>;

/**
 * Whether the query has to find the most recently observed copy. The stored flag `superseded` is only correct
 * for lists that contain all copies; a list with further filters may contain only some of them.
 */
export function picksAmongCopies(query: ItemQuery): boolean {
  const { withoutCopies, pages, urls, excludedUrls, statuses } = query;
  const onlyInactive = statuses.includes('inactive') && !statuses.includes('active');
  return withoutCopies && (onlyInactive || (pages ?? urls ?? excludedUrls) !== undefined);
}

/** The scans of a query, and `rest`, the filters that the scans do not cover. */
export async function scansOf(
  db: Db,
  query: ItemQuery,
  now: number,
): Promise<{ readonly scans: readonly ItemScan[]; readonly rest: ItemQuery }> {
  const ranges = statusRanges(query.statuses, now);
  const classes = ranges.flatMap(({ frequent, after, upTo }) =>
    classesOf(query, frequent).map((each) => ({ class: each, after, upTo })),
  );
  const hosts = await hostsOf(db, query);
  if (!hosts || hosts.length * classes.length > MOST_SCANS) {
    return { scans: classes.map((each) => ({ ...each, host: undefined })), rest: query };
  }
  const scans = hosts.flatMap((host) => classes.map((each) => ({ ...each, host })));
  return { scans, rest: { ...query, hosts: undefined } };
}

function classesOf(query: ItemQuery, frequent: boolean): number[] {
  const all = Array.from({ length: 16 }, (_, each) => each);
  return all.filter(
    (each) =>
      hasFact(each, 'frequent') === frequent &&
      !(query.withoutCdnCgi && isHarmlessEdgeItem(each)) &&
      !(query.withoutCopies && !picksAmongCopies(query) && hasFact(each, 'superseded')) &&
      !(query.kind === 'cookie' && each > classBits.malicious + classBits.frequent),
  );
}

/** Items under `/cdn-cgi/` can be hidden, but never malicious ones. */
function isHarmlessEdgeItem(itemClass: number): boolean {
  return hasFact(itemClass, 'cdnCgi') && !hasFact(itemClass, 'malicious');
}

/** The hosts that match the query; undefined if the query has no hosts or too many match. */
async function hostsOf(db: Db, query: ItemQuery): Promise<string[] | undefined> {
  const { hosts, order } = query;
  if (!hosts || order !== 'last_seen_at') return undefined;
  if (hosts.every(isExact)) return [...new Set(hosts.map(({ text }) => text))];
  const known = await knownHosts(db, query);
  if (known.length > MOST_HOSTS) return undefined;
  return known.filter((host) => hosts.some((pattern) => matchesPattern(pattern, host)));
}

/** An index skip scan from host to host. One host above the limit shows that there are more. */
async function knownHosts(db: Db, { zoneId, kind }: ItemQuery): Promise<string[]> {
  const { rows } = await sql<{ host: string }>`
    with recursive known(host) as (
      select min(host) from page_items where zone_id = ${zoneId} and kind = ${kind}
      union all
      select (select min(host) from page_items
              where zone_id = ${zoneId} and kind = ${kind} and host > known.host)
      from known where known.host is not null
    )
    select host from known where host is not null limit ${sql.lit(MOST_HOSTS + 1)}`.execute(db);
  return rows.map(({ host }) => host);
}

/** The rows of one scan, not ordered yet. */
export function rowsOf(db: Db, query: ItemQuery, scan: ItemScan) {
  let rows = db
    .selectFrom('page_items')
    .where('zone_id', '=', query.zoneId)
    .where('kind', '=', query.kind)
    .where('class', '=', scan.class)
    .where('last_seen_at', '>', scan.after);
  if (scan.host !== undefined) rows = rows.where('host', '=', scan.host);
  if (scan.upTo !== undefined) rows = rows.where('last_seen_at', '<=', scan.upTo);
  const conditions = conditionsOf(query);
  return conditions.length === 0
    ? rows
    : rows.where((eb) => eb.and(conditions.map((condition) => condition(eb))));
}

type Condition = (eb: Builder) => Expression<SqlBool>;

/** Filters that are checked row by row. */
function conditionsOf(query: ItemQuery): Condition[] {
  const { hosts, pages, urls, excludedUrls, cookie } = query;
  const anyOf = (conditions: readonly Expression<SqlBool>[]) => (eb: Builder) => eb.or(conditions);
  const host = sql.ref<string>('page_items.host');
  const name = sql.ref<string>('page_items.name');
  const firstPage = sql.ref<string>('page_items.first_page_url');
  const otherPages = sql.ref<string>('page_items.page_urls_json');
  return [
    ...(hosts ? [anyOf(hosts.map((each) => patternCondition(host, each)))] : []),
    ...(pages
      ? [
          anyOf(
            pages.flatMap((each) => [
              patternCondition(firstPage, each),
              listedCondition(otherPages, each),
            ]),
          ),
        ]
      : []),
    ...(urls ? [anyOf(urls.map((each) => containsCondition(name, each)))] : []),
    ...(excludedUrls
      ? [(eb: Builder) => eb.not(eb.or(excludedUrls.map((each) => containsCondition(name, each))))]
      : []),
    ...(cookie ? cookieConditions(cookie) : []),
  ];
}

function cookieConditions(cookie: CookieQuery): Condition[] {
  const { name: pattern, ...attributes } = cookie;
  const name = sql.ref<string>('page_items.name');
  const columns = {
    type: attributes.type,
    domain: attributes.domain,
    path: attributes.path,
    same_site: attributes.sameSite,
    secure: attributes.secure === undefined ? undefined : Number(attributes.secure),
    http_only: attributes.httpOnly === undefined ? undefined : Number(attributes.httpOnly),
  };
  const wanted = Object.entries(columns).filter(([, value]) => value !== undefined);
  return [
    ...(pattern ? [() => patternCondition(name, pattern)] : []),
    ...(wanted.length > 0
      ? [
          (eb: Builder) => {
            let found = eb
              .selectFrom('page_cookies')
              .select('page_cookies.item_id')
              .whereRef('page_cookies.item_id', '=', 'page_items.id');
            for (const [column, value] of wanted) {
              found = found.where(sql.ref(`page_cookies.${column}`), '=', value as string | number);
            }
            return eb.exists(found);
          },
        ]
      : []),
  ];
}
