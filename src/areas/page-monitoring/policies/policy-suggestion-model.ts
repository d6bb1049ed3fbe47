import { SELF } from '../../../catalogs/csp-directives.ts';
import { allowsUrl } from '../../../detectors/csp/match-source.ts';
import { parseSource } from '../../../detectors/csp/source-expression.ts';
import type { PageItem } from '../inventory/item-model.ts';
import { LONGEST_VALUE } from './policy-model.ts';

/** Whether a suggestion names observed items by their URLs or by their hosts. */
export type SuggestionDetail = 'host' | 'url';

/** An item that no policy should allow, and the reason. */
export interface Unwanted {
  readonly item: PageItem;
  readonly reason: string;
}

export interface Suggestion {
  readonly value: string;
  /** False if not all items fit into a policy of the maximum length. */
  readonly isComplete: boolean;
  /** How many items the suggestion covers. */
  readonly items: number;
  readonly leftOut: readonly { readonly url: string; readonly reason: string }[];
}

const directives = { script: 'script-src', connection: 'connect-src' } as const;
const kinds = ['script', 'connection'] as const;
type Kind = (typeof kinds)[number];
/** The source expression for the origin of the page. */
const OWN = `'${SELF}'`;

interface Covered {
  readonly item: PageItem;
  readonly kind: Kind;
  readonly source: string;
}

/**
 * A policy that covers the observed items and allows no unwanted item. A source that would allow an unwanted item
 * is replaced by a narrower one. Items without such a source are left out.
 */
export function suggestPolicy(
  items: readonly PageItem[],
  unwanted: readonly Unwanted[],
  detail: SuggestionDetail,
): Suggestion {
  const reasons = new Map(unwanted.map(({ item, reason }) => [item.id, reason]));
  const pages = new Set([...items, ...unwanted.map(({ item }) => item)].map(({ host }) => host));
  const isHarmful = unwantedTest(unwanted, [...pages]);
  const leftOut: { url: string; reason: string }[] = [];
  const covered: Covered[] = [];
  for (const item of items) {
    const kind = item.kind as Kind;
    const known = reasons.get(item.id);
    const sources = known === undefined ? sourcesOf(item, detail) : [];
    const source = sources.find((each) => !isHarmful(kind, each));
    if (source !== undefined) covered.push({ item, kind, source });
    else leftOut.push({ url: item.name, reason: known ?? reasonWithout(sources) });
  }
  const own = kinds.filter((kind) => !isHarmful(kind, OWN));
  const { kept, isWhole } = fittingSources(covered, own);
  for (const { item, source } of covered) {
    if (!kept.has(source))
      leftOut.push({ url: item.name, reason: 'the policy would be too long with it' });
  }
  const fitting = covered.filter(({ source }) => kept.has(source));
  return { value: policyText(fitting, own), isComplete: isWhole, items: fitting.length, leftOut };
}

const reasonWithout = (sources: readonly string[]): string =>
  sources.length === 0
    ? 'it cannot be written as a source'
    : 'a source that allows it would also allow an unwanted item';

/** Returns a test whether a source allows an unwanted item on any page. */
function unwantedTest(unwanted: readonly Unwanted[], hosts: readonly string[]) {
  const results = new Map<string, boolean>();
  const pages = hosts.map((host) => new URL(`https://${host}/`));
  const urls = Map.groupBy(
    unwanted.flatMap(({ item }) =>
      URL.canParse(item.name) ? [{ kind: item.kind, url: new URL(item.name) }] : [],
    ),
    ({ kind }) => kind,
  );
  return (kind: Kind, text: string): boolean => {
    const key = `${kind} ${text}`;
    const source = parseSource(text);
    const sources = source ? [source] : [];
    const known = results.get(key);
    if (known !== undefined) return known;
    // Only the meaning of 'self' depends on the page.
    const checkedPages = text === OWN ? pages : pages.slice(0, 1);
    const isHarmful = (urls.get(kind) ?? []).some(({ url }) =>
      checkedPages.some((page) => allowsUrl({ sources }, url, page)),
    );
    results.set(key, isHarmful);
    return isHarmful;
  };
}

/** The sources that fit into a policy, the most recently observed items first. */
function fittingSources(covered: readonly Covered[], own: readonly Kind[]) {
  const kept = new Set<string>();
  const all = Map.groupBy(covered, ({ source }) => source);
  let length = policyText([], own).length;
  for (const [source, uses] of all) {
    const directivesOfIt = new Set(uses.map(({ kind }) => kind)).size;
    const longer = length + directivesOfIt * (source.length + 1);
    if (source !== OWN && longer > LONGEST_VALUE) continue;
    kept.add(source);
    if (source !== OWN) length = longer;
  }
  return { kept, isWhole: kept.size === all.size };
}

/** `own`: the kinds that pages may load from anywhere on their own host. */
function policyText(covered: readonly Covered[], own: readonly Kind[]): string {
  return kinds
    .map((kind) => {
      const sources = covered.filter((each) => each.kind === kind).map(({ source }) => source);
      const others = [...new Set(sources)].filter((source) => source !== OWN).sort();
      const listed = [...(own.includes(kind) ? [OWN] : []), ...others];
      return [directives[kind], ...(listed.length > 0 ? listed : ["'none'"])].join(' ');
    })
    .join('; ');
}

/** Possible sources for an item, the widest first. Empty if CSP cannot express it, such as an IPv6 address. */
function sourcesOf({ name, host }: PageItem, detail: SuggestionDetail): string[] {
  if (!URL.canParse(name)) return [];
  const url = new URL(name);
  const origin = `${url.protocol}//${url.host}`;
  const exact = url.pathname === '/' ? [] : [`${origin}${url.pathname}`];
  const wide = url.host === host ? [OWN] : detail === 'host' ? [origin] : [];
  // A URL without a path is covered by its host only.
  const whole = exact.length === 0 ? [origin] : [];
  return [...wide, ...exact, ...whole].filter((source) => parseSource(source) !== undefined);
}
