import type { ThreatCategory } from '../../catalogs/threat-categories.ts';
import { parseJson } from '../../kernel/json.ts';
import { categoriesOf, hasScheme, type Threat, threatOf } from './threat.ts';

/** Why a piece of a feed has no threats: it is empty or a comment, names only local hosts, or has another format. */
export type SkipReason = 'empty' | 'local' | 'unreadable';

/** The result of one piece of a feed: its threats, or why it has none. */
export type PieceReading = readonly Threat[] | SkipReason;

/** Reads a piece. `standard` are the categories for threats that have none. */
type PieceReader = (text: string, standard: readonly ThreatCategory[]) => PieceReading;

const lineFormats = {
  /** A domain or URL on each line. */
  domains: (line, standard) => one(line.slice(0, endOf(line, /\s#/)), standard),
  /** As in `/etc/hosts`: an unroutable address, then host names. Names with one label are local and are skipped. */
  hosts(line, standard) {
    const [address = '', ...names] = line.slice(0, endOf(line, /#/)).trim().split(/\s+/);
    if (!/^[\da-f.:]+$/i.test(address) || names.length === 0) return 'unreadable';
    const global = names.filter((name) => name.includes('.'));
    const found = global.flatMap((name) => threatOf(name, standard) ?? []);
    if (found.length > 0) return found;
    return global.length === 0 ? 'local' : 'unreadable';
  },
  /** Quoted columns: id, date, URL, status, last seen, threat, tags, link, reporter. */
  urlhaus(line, standard) {
    const cells = cellsOf(line);
    const urlAt = cells.findIndex(hasScheme);
    if (urlAt === -1) return cells[0] === 'id' ? 'empty' : 'unreadable';
    const [url = '', ...rest] = cells.slice(urlAt);
    // Columns from the link on describe the report, not the threat.
    const link = rest.findIndex(hasScheme);
    const words = rest
      .slice(0, link === -1 ? rest.length : link)
      .flatMap((cell) => cell.split(','));
    return one(url, categoriesOf(words, standard));
  },
} satisfies Record<string, PieceReader>;

/** Members of objects in JSON feeds with the URL or domain, and with the kind of threat. */
const valueKeys = ['url', 'domain', 'host', 'hostname', 'ioc_value'];
const categoryKeys = ['categories', 'category', 'threat', 'threat_type', 'tags'];

/** Reads pieces by format: lines, or objects and strings of JSON. */
export const feedFormats = {
  ...lineFormats,
  json(text, standard) {
    const parsed = parseJson(text);
    if (!parsed.ok) return 'unreadable';
    if (typeof parsed.value === 'string') return one(parsed.value, standard);
    const members = (parsed.value ?? {}) as Record<string, unknown>;
    const words = categoryKeys.flatMap((key) => members[key] ?? []).map(String);
    const categories = categoriesOf(words, standard);
    const found = valueKeys
      .map((key) => members[key])
      .filter((value) => typeof value === 'string')
      .flatMap((value) => threatOf(value, categories) ?? []);
    return found.length === 0 ? 'unreadable' : found;
  },
} satisfies Record<string, PieceReader>;

export type FeedFormat = keyof typeof feedFormats;
export const feedFormatNames = Object.keys(feedFormats) as FeedFormat[];

/** Reads a piece in a format. */
export function readFeedPiece(
  format: FeedFormat,
  text: string,
  standard: readonly ThreatCategory[],
): PieceReading {
  return isNothing(text) ? 'empty' : feedFormats[format](text, standard);
}

/** Detects the format by the first line that is not empty or a comment. */
export function detectFeedFormat(lines: readonly string[]): FeedFormat {
  const first = lines.find((line) => !isNothing(line)) ?? '';
  if (/^\s*[[{]/.test(first)) return 'json';
  if (/^\s*(?:0\.0\.0\.0|127\.0\.0\.1|::1?)\s+\S/.test(first)) return 'hosts';
  return first.includes('"') || /^id,/i.test(first) ? 'urlhaus' : 'domains';
}

function isNothing(line: string): boolean {
  return /^\s*(?:[#;!].*)?$/.test(line);
}

function one(text: string, categories: readonly ThreatCategory[]): PieceReading {
  const threat = threatOf(text, categories);
  return threat ? [threat] : 'unreadable';
}

function endOf(line: string, comment: RegExp): number {
  const at = line.search(comment);
  return at === -1 ? line.length : at;
}

/** Cells of a CSV line, with or without quotes (RFC 4180). */
function cellsOf(line: string): string[] {
  const cells = line.matchAll(/(?:^|,)\s*(?:"((?:[^"]|"")*)"|([^,]*))/g);
  return [...cells].map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain.trim());
}
