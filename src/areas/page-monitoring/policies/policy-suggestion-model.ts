import { SELF } from '../../../catalogs/csp-directives.ts';
import { allowsUrl } from '../../../detectors/csp/match-source.ts';
import { parseSource } from '../../../detectors/csp/source-expression.ts';
import type { PageItem } from '../inventory/item-model.ts';
import { LONGEST_VALUE } from './policy-model.ts';

/** How exactly a suggestion names what was seen: by its URL, or by the host it comes from. */
export type SuggestionDetail = 'host' | 'url';

/** Something that no policy should allow, and why. */
export interface Unwanted {
  readonly item: PageItem;
  readonly reason: string;
}

export interface Suggestion {
  readonly value: string;
  /** False when there was no room for everything. */
  readonly isComplete: boolean;
  /** Items that the suggestion covers. */
  readonly items: number;
  readonly leftOut: readonly { readonly url: string; readonly reason: string }[];
}

const directives = { script: 'script-src', connection: 'connect-src' } as const;
const kinds = ['script', 'connection'] as const;
type Kind = (typeof kinds)[number];
/** The page's own place. */
const OWN = `'${SELF}'`;

interface Covered {
  readonly item: PageItem;
  readonly kind: Kind;
  readonly source: string;
}

/**
 * A policy that covers what was seen, and nothing that is unwanted. A source that would allow something
 * unwanted gives way to a narrower one; what has none is left out.
 */
export function suggestPolicy(
  items: readonly PageItem[],
  unwanted: readonly Unwanted[],
  detail: SuggestionDetail,
): Suggestion {
  const reasons = new Map(unwanted.map(({ item, reason }) => [item.id, reason]));
  const pages = new Set([...items, ...unwanted.map(({ item }) => item)].map(({ host }) => host));
  const isHarmful = harmTest(unwanted, [...pages]);
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
  const { kept, isWhole } = thatFit(covered, own);
  for (const { item, source } of covered) {
    if (!kept.has(source)) leftOut.push({ url: item.name, reason: 'there is no room for it' });
  }
  const fitting = covered.filter(({ source }) => kept.has(source));
  return { value: policyText(fitting, own), isComplete: isWhole, items: fitting.length, leftOut };
}

const reasonWithout = (sources: readonly string[]): string =>
  sources.length === 0
    ? 'it cannot be written as a source'
    : 'what would allow it would allow something unwanted';

/** Whether a source allows something unwanted, on any page. */
function harmTest(unwanted: readonly Unwanted[], hosts: readonly string[]) {
  const answers = new Map<string, boolean>();
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
    const known = answers.get(key);
    if (known !== undefined) return known;
    // Only what the page itself may load depends on the page.
    const asked = text === OWN ? pages : pages.slice(0, 1);
    const isHarmful = (urls.get(kind) ?? []).some(({ url }) =>
      asked.some((page) => allowsUrl({ sources }, url, page)),
    );
    answers.set(key, isHarmful);
    return isHarmful;
  };
}

/** The sources that a policy has room for, those of what was seen last first. */
function thatFit(covered: readonly Covered[], own: readonly Kind[]) {
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

/** `own`: what pages may load from their own host as a whole. */
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

/** The widest that is wanted first. None for what has no spelling as a source, such as an IPv6 address. */
function sourcesOf({ name, host }: PageItem, detail: SuggestionDetail): string[] {
  if (!URL.canParse(name)) return [];
  const url = new URL(name);
  const place = `${url.protocol}//${url.host}`;
  const exact = url.pathname === '/' ? [] : [`${place}${url.pathname}`];
  const wide = url.host === host ? [OWN] : detail === 'host' ? [place] : [];
  // What has no path is its host.
  const whole = exact.length === 0 ? [place] : [];
  return [...wide, ...exact, ...whole].filter((source) => parseSource(source) !== undefined);
}
