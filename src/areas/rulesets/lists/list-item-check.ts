import { createHash } from 'node:crypto';
import type { ListKind } from '../../../expression/expression.ts';
import { ApiError } from '../../../http/api-error.ts';
import { isHostName } from '../../../kernel/host-name.ts';
import { parseCidr } from '../../../kernel/ip.ts';
import type { Steps } from '../../../kernel/time-slices.ts';
import type { CheckedItem, HostnameValue, ItemValue, RedirectValue } from './list-model.ts';
import { parseRedirectSource } from './redirect-source.ts';

/** Key for comparing items, and text for searches. */
type Identity = Omit<CheckedItem, 'value' | 'json'>;

/** Longer keys are replaced by a digest: databases limit the length of index entries. */
const LONGEST_KEY = 200;

/** Browsers resolve such a URL relative to the current page. */
const WITHOUT_HOST = /^https?:(?!\/\/[^/\\])/i;

const SCRIPTS: ReadonlySet<string> = new Set(['javascript:', 'data:', 'vbscript:']);

/** Bounds the lookups of the edge for paths below that of a source: one per segment. */
const MOST_SEGMENTS = 64;

/** Allowed prefix lengths of CIDR ranges. */
const prefixes = { ipv4: { min: 8, max: 32 }, ipv6: { min: 12, max: 64 } } as const;

/** Checks the items of a body and that they are distinct. There may be many thousands, so it yields between them. */
export function* checkItems(kind: ListKind, items: readonly ItemValue[]): Steps<CheckedItem[]> {
  const indexByKey = new Map<string, number>();
  const checked: CheckedItem[] = [];
  for (const [n, value] of items.entries()) {
    yield;
    const item = checkItem(kind, value, `/${n}`);
    const first = indexByKey.get(item.key);
    if (first !== undefined) {
      const values = { value: describe(kind, value), first: first + 1, second: n + 1 };
      throw new ApiError('listItemTwice', values, { pointer: `/${n}` });
    }
    indexByKey.set(item.key, n);
    checked.push(item);
  }
  return checked;
}

function checkItem(kind: ListKind, value: ItemValue, at: string): CheckedItem {
  for (const other of ['ip', 'asn', 'hostname', 'redirect'] as const) {
    if ((value[other] !== undefined) === (other === kind)) continue;
    const problem =
      other === kind
        ? `every item of a list of kind ${kind} needs "${kind}"`
        : `"${other}" does not belong into a list of kind ${kind}`;
    throw refused(problem, other === kind ? at : `${at}/${other}`);
  }
  const { key, searchText } = identify(kind, value, `${at}/${kind}`);
  return { value, json: JSON.stringify(value), key: shortKey(key), searchText };
}

function identify(kind: ListKind, value: ItemValue, at: string): Identity {
  if (value.ip !== undefined) return checkAddress(value.ip, at);
  if (value.asn !== undefined) return { key: String(value.asn), searchText: String(value.asn) };
  if (value.hostname) return checkHostname(value.hostname, at);
  if (value.redirect) return checkRedirect(value.redirect, at);
  throw new Error(`an item of kind ${kind} was not checked`);
}

function checkAddress(text: string, at: string): Identity {
  const cidr = parseCidr(text);
  // The prefix length of an IPv4-mapped IPv6 address counts 96 bits more.
  if (!cidr || text.includes('%') || (cidr[0].kind() === 'ipv4' && text.includes(':'))) {
    throw refused(`"${text}" is neither an IP address nor a range such as 192.0.2.0/24`, at);
  }
  const [address, bits] = cidr;
  const kind = address.kind();
  const { min, max } = prefixes[kind];
  if (text.includes('/') && (bits < min || bits > max)) {
    const family = kind === 'ipv4' ? 'IPv4' : 'IPv6';
    throw refused(
      `"${text}" is too ${bits < min ? 'large' : 'small'}: ranges of ${family} have a prefix from /${min} to /${max}`,
      at,
    );
  }
  const bytes = Buffer.from(address.toByteArray());
  for (let bit = bits; bit < bytes.length * 8; bit++) {
    const byte = bit >> 3;
    bytes[byte] = (bytes[byte] ?? 0) & ~(0x80 >> (bit & 7));
  }
  return { key: `${bytes.toString('hex')}/${bits}`, searchText: text.toLowerCase() };
}

function checkHostname({ url_hostname: text }: HostnameValue, at: string): Identity {
  const isWildcard = text.startsWith('*.');
  const name = isWildcard ? text.slice(2) : text;
  if (!isHostName(name) || name.endsWith('.')) {
    throw refused(
      `"${text}" is not a host name; only its first label can be a wildcard, as in *.example.com`,
      `${at}/url_hostname`,
    );
  }
  const key = text.toLowerCase();
  return { key, searchText: key };
}

function checkRedirect(redirect: RedirectValue, at: string): Identity {
  const { source_url: from, target_url: to } = redirect;
  const source = parseRedirectSource(from);
  if (!source) {
    throw refused(
      `"${from}" is not a source: use a host with an optional path, and http:// or https:// for one scheme only. Ports, queries and fragments are not allowed`,
      `${at}/source_url`,
    );
  }
  if (source.path.split('/').length > MOST_SEGMENTS + 1) {
    throw refused(
      `the path of a source may have at most ${MOST_SEGMENTS} segments`,
      `${at}/source_url`,
    );
  }
  const target = URL.parse(to);
  if (!target || !/^[\x21-\x7e]+$/.test(to) || WITHOUT_HOST.test(to)) {
    throw refused(
      `"${to}" is not a complete URL such as https://www.example.com/ in ASCII characters`,
      `${at}/target_url`,
    );
  }
  if (SCRIPTS.has(target.protocol)) {
    throw refused('the target of a redirect cannot be a script', `${at}/target_url`);
  }
  if (redirect.preserve_query_string && to.includes('?')) {
    throw refused(
      'if the target has a query, the query of the request cannot be preserved',
      `${at}/preserve_query_string`,
    );
  }
  const { scheme = '', host, path } = source;
  return { key: `${scheme}://${host}${path}`, searchText: `${from}\n${to}`.toLowerCase() };
}

function shortKey(key: string): string {
  return key.length <= LONGEST_KEY ? key : createHash('sha256').update(key).digest('hex');
}

/** The value in messages and in the audit log. */
export function describe(kind: ListKind, { ip, asn, hostname, redirect }: ItemValue): string {
  const names = { ip, asn, hostname: hostname?.url_hostname, redirect: redirect?.source_url };
  return String(names[kind]).slice(0, 200);
}

function refused(problem: string, pointer: string): ApiError {
  return new ApiError('listItemInvalid', { problem }, { pointer });
}
