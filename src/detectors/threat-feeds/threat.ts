import {
  categoryWords,
  type ThreatCategory,
  threatCategories,
} from '../../catalogs/threat-categories.ts';
import { isHost } from '../../kernel/host-name.ts';

/** A domain or URL that a feed warns of. */
export interface Threat {
  /** A domain includes its subdomains; a URL matches exactly. */
  readonly kind: 'domain' | 'url';
  /** Normalised; see `domainOf` and `urlOf`. */
  readonly value: string;
  readonly categories: readonly ThreatCategory[];
}

/** The same limit as for stored URLs of pages. */
const MAX_CHARACTERS = 2_048;

/** Parses a URL, or a domain if there is no scheme; undefined if the text is neither. */
export function threatOf(text: string, categories: readonly ThreatCategory[]): Threat | undefined {
  const value = text.trim();
  const isUrl = hasScheme(value);
  const found = isUrl ? urlOf(value) : domainOf(value);
  return found === undefined
    ? undefined
    : { kind: isUrl ? 'url' : 'domain', value: found, categories };
}

export function hasScheme(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

/** Normalises a domain: lower case, Punycode as in URLs, no dot at either end. */
export function domainOf(text: string): string | undefined {
  const name = text.toLowerCase().replace(/^\*?\./, '');
  if (name === '' || name.length > MAX_CHARACTERS || /[\s/?#@:]/.test(name)) return undefined;
  const url = URL.parse(`http://${name}/`);
  if (!url || !isHost(url.hostname)) return undefined;
  // Done after URL parsing, which converts dots of other scripts to ASCII dots.
  const domain = url.hostname.replace(/\.$/, '');
  return domain.includes('.') ? domain : undefined;
}

/** Normalises a URL like reports of browsers: lower-case scheme and host, no default port, no fragment, no user. */
export function urlOf(text: string): string | undefined {
  const url = text.length > MAX_CHARACTERS ? null : URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  url.hash = '';
  url.username = '';
  url.password = '';
  return url.href.length > MAX_CHARACTERS ? undefined : url.href;
}

/**
 * The URLs under which a feed may list a URL: itself, and without its query. Feeds list the file; pages often append
 * a version or an id of the visitor. Paths are never shortened: other paths of a shared host may belong to other owners.
 */
export function urlsAbove(text: string): string[] {
  const url = urlOf(text);
  if (url === undefined) return [];
  const plain = url.split('?', 1)[0] ?? url;
  return plain === url ? [url] : [url, plain];
}

/** The domains under which a feed may list a host: itself and its parents, the longest first. */
export function domainsAbove(host: string): string[] {
  const labels = host.split('.');
  return labels.slice(0, -1).map((_, n) => labels.slice(n).join('.'));
}

/** Categories as stored, one bit each. */
export function bitsOf(categories: readonly ThreatCategory[]): number {
  return categories.reduce((bits, name) => bits | (1 << threatCategories.indexOf(name)), 0);
}

export function categoriesIn(bits: number): ThreatCategory[] {
  return threatCategories.filter((_, n) => (bits & (1 << n)) !== 0);
}

/** Maps the terms of a feed to categories; returns the standard ones if no term is known. */
export function categoriesOf(
  words: readonly string[],
  standard: readonly ThreatCategory[],
): readonly ThreatCategory[] {
  const known = words.flatMap((word) => categoryOf(word) ?? []);
  return known.length === 0 ? standard : [...new Set(known)];
}

/** The category of a word, in any spelling. */
export function categoryOf(word: string): ThreatCategory | undefined {
  const exact = threatCategories.find((name) => name.toLowerCase() === word.trim().toLowerCase());
  const plain = word.toLowerCase().replace(/[^a-z0-9]/g, '');
  return exact ?? (Object.hasOwn(categoryWords, plain) ? categoryWords[plain] : undefined);
}
