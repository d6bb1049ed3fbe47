import { parseSource } from '../../detectors/csp/source-expression.ts';
import { hasFact, type PageItem } from './item-model.ts';
import { LONGEST_VALUE } from './policy-model.ts';

/** How exactly a suggestion names what was seen: by its URL, or by the host it comes from. */
export type SuggestionDetail = 'host' | 'url';

export interface Suggestion {
  readonly value: string;
  /** False when it does not cover everything that it should. */
  readonly isComplete: boolean;
  /** Items that the suggestion covers. */
  readonly items: number;
  readonly leftOut: readonly { readonly url: string; readonly reason: string }[];
}

const directives = { script: 'script-src', connection: 'connect-src' } as const;
const kinds = ['script', 'connection'] as const;
type Kind = (typeof kinds)[number];
const SELF = "'self'";

interface Covered {
  readonly item: PageItem;
  readonly kind: Kind;
  readonly source: string;
}

/**
 * A policy that covers what was seen, without what nobody wants. A host that has something of that kind
 * is not named as a whole: what else it has is named by its URL.
 */
export function suggestPolicy(
  items: readonly PageItem[],
  rejected: ReadonlySet<string>,
  detail: SuggestionDetail,
): Suggestion {
  const unwanted = items.filter((item) => reasonAgainst(item, rejected) !== undefined);
  const suspect = new Set(unwanted.map((item) => placeOf(item, 'host')));
  const leftOut: { url: string; reason: string }[] = [];
  const covered: Covered[] = [];
  for (const item of items) {
    const place = placeOf(item, 'host');
    const isExact = suspect.has(place) || (detail === 'url' && place !== SELF);
    const source = isExact ? (placeOf(item, 'url') ?? place) : place;
    const reason =
      reasonAgainst(item, rejected) ??
      (source === undefined ? 'it cannot be written as a source' : undefined) ??
      (suspect.has(source) ? 'its host has something unwanted' : undefined);
    if (reason !== undefined) leftOut.push({ url: item.name, reason });
    else if (source !== undefined) covered.push({ item, kind: item.kind as Kind, source });
  }
  const { kept, isWhole } = thatFit(covered, suspect.has(SELF));
  for (const { item, source } of covered) {
    if (!kept.has(source)) leftOut.push({ url: item.name, reason: 'there is no room for it' });
  }
  const fitting = covered.filter(({ source }) => kept.has(source));
  return {
    value: policyText(fitting, suspect.has(SELF)),
    isComplete: isWhole,
    items: fitting.length,
    leftOut,
  };
}

/** The sources that a policy has room for, those of what was seen last first. */
function thatFit(covered: readonly Covered[], selfIsSuspect: boolean) {
  const kept = new Set<string>();
  const all = Map.groupBy(covered, ({ source }) => source);
  let length = policyText([], selfIsSuspect).length;
  for (const [source, uses] of all) {
    const directivesOfIt = new Set(uses.map(({ kind }) => kind)).size;
    const longer = length + directivesOfIt * (source.length + 1);
    if (source !== SELF && longer > LONGEST_VALUE) continue;
    kept.add(source);
    if (source !== SELF) length = longer;
  }
  return { kept, isWhole: kept.size === all.size };
}

function policyText(covered: readonly Covered[], selfIsSuspect: boolean): string {
  return kinds
    .map((kind) => {
      const sources = covered.filter((each) => each.kind === kind).map(({ source }) => source);
      const others = [...new Set(sources)].filter((source) => source !== SELF).sort();
      const own = selfIsSuspect ? [] : [SELF];
      const listed = [...own, ...others];
      return [directives[kind], ...(listed.length > 0 ? listed : ["'none'"])].join(' ');
    })
    .join('; ');
}

function reasonAgainst(item: PageItem, rejected: ReadonlySet<string>): string | undefined {
  if (hasFact(item.class, 'malicious')) return 'it is malicious';
  return rejected.has(item.id) ? 'it was rejected' : undefined;
}

/** As a source. Undefined for what has no spelling as one, such as an IPv6 address. */
function placeOf({ name, host }: PageItem, detail: SuggestionDetail): string | undefined {
  if (!URL.canParse(name)) return undefined;
  const url = new URL(name);
  if (detail === 'host' && url.host === host) return SELF;
  const path = detail === 'url' && url.pathname !== '/' ? url.pathname : '';
  const source = `${url.protocol}//${url.host}${path}`;
  return parseSource(source)?.kind === 'host' ? source : undefined;
}
