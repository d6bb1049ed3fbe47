import { parseSource } from '../../detectors/csp/source-expression.ts';
import { hasFact, type PageItem } from './item-model.ts';

/** A policy may have this many characters. */
const LONGEST_VALUE = 6_000;

/** How exactly a suggestion names scripts: by their URL, or by the host they come from. */
export type SuggestionDetail = 'host' | 'url';

export interface Suggestion {
  readonly value: string;
  readonly detail: SuggestionDetail;
  /** Items that the suggestion is made from. */
  readonly items: number;
  readonly leftOut: readonly { readonly url: string; readonly reason: string }[];
}

const directives = { script: 'script-src', connection: 'connect-src' } as const;
const kinds = ['script', 'connection'] as const;

/** A policy that covers what was seen. Falls back to hosts when URLs would be too long. */
export function suggestPolicy(
  items: readonly PageItem[],
  rejected: ReadonlySet<string>,
  detail: SuggestionDetail,
): Suggestion {
  const leftOut: { url: string; reason: string }[] = [];
  const covered: { item: PageItem; source: string }[] = [];
  for (const item of items) {
    const source = sourceOf(item, detail);
    const reason =
      reasonAgainst(item, rejected) ?? (source ? undefined : 'it cannot be written as a source');
    if (reason) leftOut.push({ url: item.name, reason });
    else if (source) covered.push({ item, source });
  }
  const value = kinds.map((kind) => directiveFor(kind, covered)).join('; ');
  if (value.length <= LONGEST_VALUE || detail === 'host') {
    return { value, detail, items: covered.length, leftOut };
  }
  return suggestPolicy(items, rejected, 'host');
}

function directiveFor(
  kind: (typeof kinds)[number],
  covered: readonly { readonly item: PageItem; readonly source: string }[],
): string {
  const sources = covered.filter(({ item }) => item.kind === kind).map(({ source }) => source);
  const others = [...new Set(sources)].filter((source) => source !== "'self'").sort();
  return [directives[kind], "'self'", ...others].join(' ');
}

function reasonAgainst(item: PageItem, rejected: ReadonlySet<string>): string | undefined {
  if (hasFact(item.class, 'malicious')) return 'it is malicious';
  return rejected.has(item.id) ? 'it was rejected' : undefined;
}

/** Undefined for what has no spelling as a source, such as an IPv6 address. */
function sourceOf({ name, host }: PageItem, detail: SuggestionDetail): string | undefined {
  if (!URL.canParse(name)) return undefined;
  const url = new URL(name);
  if (url.host === host) return "'self'";
  const path = detail === 'url' && url.pathname !== '/' ? url.pathname : '';
  const exact = `${url.protocol}//${url.host}${path}`;
  const place = `${url.protocol}//${url.host}`;
  return [exact, place].find((source) => parseSource(source)?.kind === 'host');
}
