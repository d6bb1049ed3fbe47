import { hasPageFeature } from '../../../catalogs/page-features.ts';
import type { ScriptReason } from '../../../detectors/script-classifier/script-verdict.ts';
import { type TObject, Type } from '../../../kernel/schema.ts';
import { toMicrosecondText, toSecondText } from '../../../kernel/timestamp.ts';
import type { ScriptScoreColumns } from '../page-monitoring-tables.ts';
import type { ScriptVersion } from '../scripts/script-store.ts';
import { hasFact, type ItemKind, type PageItem, statusOf } from './item-model.ts';
import type { ItemDetails } from './item-read-model.ts';

const Text = Type.String();
const Optional = Type.Optional(Text);
const Texts = Type.Optional(Type.Array(Text));
const Truth = Type.Optional(Type.Boolean());
const Nullable = <T extends ReturnType<typeof Type.String>>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const NullableTruth = Type.Optional(Type.Union([Type.Boolean(), Type.Null()]));
const Score = Type.Union([Type.Integer({ minimum: 1, maximum: 99 }), Type.Null()]);

const scores = {
  js_integrity_score: Score,
  magecart_score: Score,
  malware_score: Score,
  cryptomining_score: Score,
  obfuscation_score: Score,
  dataflow_score: Score,
};
const scoreNames = Object.keys(scores) as (keyof ScriptScoreColumns)[];

const resource = {
  id: Text,
  url: Text,
  added_at: Text,
  first_seen_at: Text,
  last_seen_at: Text,
  host: Text,
  url_contains_cdn_cgi_path: Type.Boolean(),
  status: Text,
  domain_reported_malicious: Truth,
  url_reported_malicious: Truth,
  malicious_domain_categories: Texts,
  malicious_url_categories: Texts,
  first_page_url: Optional,
};

const script = {
  ...resource,
  hash: Type.Optional(Nullable(Text)),
  fetched_at: Type.Optional(Nullable(Text)),
  ...Type.Partial(Type.Object(scores)).properties,
};

const Version = Type.Object({ hash: Text, fetched_at: Text, ...scores });

const cookie = {
  id: Text,
  name: Text,
  host: Text,
  type: Text,
  first_seen_at: Text,
  last_seen_at: Text,
  domain_attribute: Optional,
  path_attribute: Optional,
  expires_attribute: Type.Optional(Nullable(Text)),
  max_age_attribute: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  http_only_attribute: NullableTruth,
  secure_attribute: NullableTruth,
  same_site_attribute: Type.Optional(Nullable(Text)),
  first_page_url: Optional,
  page_urls: Texts,
};

/** An item in a list. Members that the plan of the zone does not include are missing. */
export const itemResponses: Readonly<Record<ItemKind, TObject>> = {
  script: Type.Object(script),
  connection: Type.Object(resource),
  cookie: Type.Object(cookie),
};

/** A single item has more members. */
export const detailResponses: Readonly<Record<ItemKind, TObject>> = {
  script: Type.Object({
    ...script,
    page_urls: Texts,
    versions: Type.Optional(Type.Union([Type.Array(Version), Type.Null()])),
  }),
  connection: Type.Object({ ...resource, page_urls: Texts }),
  cookie: Type.Object(cookie),
};

/** Columns of a CSV export, in the documented order of the members. */
export const exportColumns: Readonly<Record<ItemKind, readonly string[]>> = {
  script: [...Object.keys(resource), 'page_urls', 'hash', 'fetched_at', ...scoreNames],
  connection: [
    ...['id', 'url', 'added_at', 'first_seen_at', 'last_seen_at', 'host'],
    ...['url_contains_cdn_cgi_path', 'first_page_url', 'status', 'domain_reported_malicious'],
    ...['malicious_domain_categories', 'url_reported_malicious', 'malicious_url_categories'],
    'page_urls',
  ],
  cookie: Object.keys(cookie),
};

export const ReasonsResponse = Type.Object({
  js_integrity_score: Score,
  reasons: Type.Array(
    Type.Object({
      id: Text,
      family: Text,
      what: Text,
      points: Type.Number(),
      line: Type.Integer(),
      column: Type.Integer(),
      is_in_hidden_code: Type.Boolean(),
    }),
  ),
});

export function reasonsResponse({ script: known }: ItemDetails) {
  const reasons: readonly ScriptReason[] = JSON.parse(known?.reasons_json ?? '[]');
  return {
    js_integrity_score: known?.js_integrity_score ?? null,
    reasons: reasons.map(({ id, family, what, points, line, column, isInHiddenCode }) => ({
      id,
      family,
      what,
      points,
      line,
      column,
      is_in_hidden_code: isInHiddenCode,
    })),
  };
}

export interface ResponseContext {
  readonly plan: string;
  readonly now: number;
}

/** An item in a list. */
export function itemResponse(details: ItemDetails, context: ResponseContext) {
  return details.item.kind === 'cookie'
    ? cookieResponse(details, context)
    : resourceResponse(details, context);
}

/** A single item. */
export function detailResponse(
  details: ItemDetails,
  versions: readonly ScriptVersion[],
  context: ResponseContext,
) {
  const { item } = details;
  return {
    ...itemResponse(details, context),
    ...(item.kind === 'script' &&
      hasPageFeature(context.plan, 'maliciousCode') && {
        versions: versions.length === 0 ? null : versions.map(versionResponse),
      }),
    ...pagesOf(item, context),
  };
}

/** An item as a row of an export. */
export function exportedItem(details: ItemDetails, context: ResponseContext) {
  return { ...itemResponse(details, context), ...pagesOf(details.item, context) };
}

function pagesOf({ pageUrls }: PageItem, { plan }: ResponseContext) {
  return hasPageFeature(plan, 'attribution') ? { page_urls: pageUrls } : {};
}

function resourceResponse({ item, script: known }: ItemDetails, { plan, now }: ResponseContext) {
  const judgesCode = hasPageFeature(plan, 'maliciousCode');
  return {
    id: item.id,
    url: item.name,
    added_at: toMicrosecondText(item.addedAt),
    first_seen_at: toSecondText(item.firstSeenAt),
    last_seen_at: toSecondText(item.lastSeenAt),
    host: item.host,
    url_contains_cdn_cgi_path: hasFact(item.class, 'cdnCgi'),
    status: statusOf(item, now) ?? 'inactive',
    ...threatsOf(item, judgesCode),
    ...(hasPageFeature(plan, 'attribution') && { first_page_url: item.firstPageUrl }),
    ...(item.kind === 'script' &&
      judgesCode && {
        hash: known?.hash ?? null,
        fetched_at: known ? toSecondText(known.fetched_at) : null,
        ...scoresOf(known),
      }),
  };
}

/** Scripts have the member only if there are categories; connections always have it. */
function threatsOf({ kind, domainThreats, urlThreats }: PageItem, checksUrls: boolean) {
  const showsEmpty = kind === 'connection';
  return {
    domain_reported_malicious: domainThreats !== undefined,
    ...(checksUrls && { url_reported_malicious: urlThreats !== undefined }),
    ...((domainThreats || showsEmpty) && { malicious_domain_categories: domainThreats ?? [] }),
    ...(checksUrls && (urlThreats || showsEmpty) && { malicious_url_categories: urlThreats ?? [] }),
  };
}

function scoresOf(known: ScriptScoreColumns | undefined) {
  return Object.fromEntries(scoreNames.map((name) => [name, known?.[name] ?? null]));
}

function versionResponse(version: ScriptVersion) {
  return {
    hash: version.hash,
    fetched_at: toSecondText(version.fetched_at),
    ...scoresOf(version),
  };
}

function cookieResponse({ item, cookie: facts }: ItemDetails, { plan }: ResponseContext) {
  return {
    id: item.id,
    name: item.name,
    host: item.host,
    type: facts?.type ?? 'unknown',
    first_seen_at: toSecondText(item.firstSeenAt),
    last_seen_at: toSecondText(item.lastSeenAt),
    domain_attribute: facts?.domain ?? item.host,
    path_attribute: facts?.path ?? '/',
    ...(hasPageFeature(plan, 'cookieAttributes') && {
      expires_attribute: facts?.expiresAt === undefined ? null : toSecondText(facts.expiresAt),
      max_age_attribute: facts?.maxAge ?? null,
      http_only_attribute: facts?.httpOnly ?? null,
      secure_attribute: facts?.secure ?? null,
      same_site_attribute: facts?.sameSite ?? null,
    }),
    ...(hasPageFeature(plan, 'attribution') && {
      first_page_url: item.firstPageUrl,
      page_urls: item.pageUrls,
    }),
  };
}
