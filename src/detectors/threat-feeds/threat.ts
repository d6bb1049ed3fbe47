import {
  categoryWords,
  type ThreatCategory,
  threatCategories,
} from '../../catalogs/threat-categories.ts';
import { isHost } from '../../kernel/host-name.ts';

/** Something that a feed warns of. */
export interface Threat {
  /** A domain stands for itself and all names below it, a URL for itself only. */
  readonly kind: 'domain' | 'url';
  /** In the form in which it is compared; see `domainOf` and `urlOf`. */
  readonly value: string;
  readonly categories: readonly ThreatCategory[];
}

/** URLs that are longer are not kept of pages either. */
const MAX_CHARACTERS = 2_048;

/** What a text of a feed names, if anything: a URL when it has a scheme, else a domain. */
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

/** In lower case, as in URLs (names in other scripts in Punycode), without a dot at either end. */
export function domainOf(text: string): string | undefined {
  const name = text.toLowerCase().replace(/^\*?\./, '');
  if (name === '' || name.length > MAX_CHARACTERS || /[\s/?#@:]/.test(name)) return undefined;
  const url = URL.parse(`http://${name}/`);
  if (!url || !isHost(url.hostname)) return undefined;
  // Only now: dots of other scripts have become plain ones.
  const domain = url.hostname.replace(/\.$/, '');
  return domain.includes('.') ? domain : undefined;
}

/** As browsers report it (scheme and host in lower case, no usual port), without fragment and user. */
export function urlOf(text: string): string | undefined {
  const url = text.length > MAX_CHARACTERS ? null : URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  url.hash = '';
  url.username = '';
  url.password = '';
  return url.href.length > MAX_CHARACTERS ? undefined : url.href;
}

/**
 * The URLs under which a feed may know one: itself, and the same without its query. Feeds name the file;
 * what pages append is often a version or a visitor. Paths are never cut: neighbours on a shared host are
 * somebody else's.
 */
export function urlsAbove(text: string): string[] {
  const url = urlOf(text);
  if (url === undefined) return [];
  const plain = url.split('?', 1)[0] ?? url;
  return plain === url ? [url] : [url, plain];
}

/** The names that a feed may know for a host: itself and all above it, the longest first. */
export function domainsAbove(host: string): string[] {
  const labels = host.split('.');
  return labels.slice(0, -1).map((_, n) => labels.slice(n).join('.'));
}

/** Categories as they are stored: a bit for each. */
export function bitsOf(categories: readonly ThreatCategory[]): number {
  return categories.reduce((bits, name) => bits | (1 << threatCategories.indexOf(name)), 0);
}

export function categoriesIn(bits: number): ThreatCategory[] {
  return threatCategories.filter((_, n) => (bits & (1 << n)) !== 0);
}

/** Categories for the words of a feed; the standard ones when no word says anything here. */
export function categoriesOf(
  words: readonly string[],
  standard: readonly ThreatCategory[],
): readonly ThreatCategory[] {
  const known = words.flatMap((word) => categoryOf(word) ?? []);
  return known.length === 0 ? standard : [...new Set(known)];
}

/** The category that a word stands for, in any spelling. */
export function categoryOf(word: string): ThreatCategory | undefined {
  const exact = threatCategories.find((name) => name.toLowerCase() === word.trim().toLowerCase());
  const plain = word.toLowerCase().replace(/[^a-z0-9]/g, '');
  return exact ?? (Object.hasOwn(categoryWords, plain) ? categoryWords[plain] : undefined);
}
