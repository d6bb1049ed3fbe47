/**
 * Redacts texts that visitors send, for traces, security events and, if the operator enables it, the request log. In
 * doubt a text is hidden: readers need to see why a rule acted, not the secrets of a visitor.
 */
import { fromByteString } from '../../expression/expression.ts';

/** Characters that are shown of one value. */
const MAX_CHARACTERS = 200;
/** Further characters that are checked, so that a secret is recognised even if only its start would be shown. */
const SLACK = 64;
/** Characters of a URL that are processed, because URLs can have any length. */
const MAX_URL_CHARACTERS = 1_000;

/** Names whose values are likely to be secret or personal. */
const SENSITIVE_NAME =
  /pass|pwd|^pw$|secret|token|key|auth|sess|^sid$|sig|code|otp|^pin$|card|cvv|cvc|ssn|iban|account|mail|user|login|cred|hash|nonce|state|jwt|csrf|xsrf|assertion|phone|birth/i;

/** Long runs of letters and digits (keys, tokens, hashes), and long numbers (cards, phones). */
const RUN = /[A-Za-z0-9_+=~-]{12,}/g;
const LONG_NUMBER = /(?:\d[ -]?){11,}|\b\d{3}-\d{2}-\d{4}\b/;
/** A shorter text without a separator matches none of the patterns. */
const SHORTEST_RUN = 11;
const SEPARATOR = /[\s@=:-]/;
/** `user:password@` in a URL, email addresses, and values after words such as `password=`. */
const EMBEDDED =
  /:\/\/[^/\s]{0,64}@|[\w.+-]@[\w-]{1,64}\.|(?:pass|pwd|secret|token|key|bearer|basic|sessi)\w{0,32}["']?\s{0,8}[=: ]/i;

/** Path segments whose next segment is a secret, unless that is a plain word: `/token/x7Kq2`, but not `/token/refresh`. */
const BEFORE_SECRET = /^(?:pass(?:word|wd)?|pwd|token|secret|otp|pin|(?:api|access)[-_]?key)$/i;
const PLAIN_WORD = /^[a-z-]*$/;

export const isSensitiveName = (name: string): boolean =>
  SENSITIVE_NAME.test(name) || looksSecret(name);

/** Checks only the part that could be shown, so that the time is bounded. */
function looksSecret(whole: string): boolean {
  // Most parts of URLs are short words, which need no pattern matching.
  if (whole.length < SHORTEST_RUN && !SEPARATOR.test(whole)) return false;
  const text = whole.slice(0, MAX_CHARACTERS + SLACK);
  return LONG_NUMBER.test(text) || EMBEDDED.test(text) || (text.match(RUN) ?? []).some(isRandom);
}

/** Human text consists of words. Generated text alternates between cases and digits. */
function isRandom(run: string): boolean {
  const segments = run.split(/[-_+=~]/);
  if (segments.some((segment) => segment.length >= 20)) return true;
  if (segments.some((segment) => /^(?=.*\d)(?=.*[a-z]).{10,}$/i.test(segment))) return true;
  const words = run.match(/[A-Z]?[a-z]+|[A-Z]+|\d+/g) ?? [];
  const isPlain = !/\d/.test(run) && (run === run.toLowerCase() || run === run.toUpperCase());
  return !isPlain && words.join('').length / words.length < 3.5;
}

/** The replacement for a text that is hidden. */
export const hiddenText = (text: string): string => `(${text.length} characters)`;

/** The text, truncated, unless it looks like a secret. */
export function shownText(bytes: string): string {
  return looksSecret(bytes) ? hiddenText(bytes) : shortened(bytes);
}

/** A text that is mostly harmless, such as a user agent, without the words that look like secrets. */
export function shownWords(bytes: string): string {
  if (!looksSecret(bytes)) return shortened(bytes);
  const words = bytes.slice(0, MAX_CHARACTERS).split(' ').map(shownText).join(' ');
  return looksSecret(words) ? hiddenText(bytes) : shortened(words);
}

function shortened(bytes: string): string {
  const text = fromByteString(bytes.slice(0, 4 * MAX_CHARACTERS));
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
}

export const shownNamed = (name: string, value: string): string =>
  isSensitiveName(name) ? hiddenText(value) : shownText(value);

/** A path, with each segment checked: `/reset/(32 characters)`. */
export function shownPath(path: string): string {
  let before = '';
  const segments = shownParts(path, '/', (part) => {
    const isSecret = BEFORE_SECRET.test(before) && !PLAIN_WORD.test(part);
    before = part;
    return shownEncoded(part, isSecret);
  });
  return cut(segments);
}

export function shownQuery(query: string): string {
  const pairs = shownParts(query, '&', (pair) => {
    const at = pair.indexOf('=');
    if (at === -1) return shownEncoded(pair, false);
    const name = pair.slice(0, at);
    const isSensitive = isSensitiveName(percentDecoded(name));
    return `${shownEncoded(name, false)}=${shownEncoded(pair.slice(at + 1), isSensitive)}`;
  });
  return cut(pairs);
}

/** A part of a URL as sent, not decoded, because rules and servers may read another spelling differently. */
function shownEncoded(part: string, isSecret: boolean): string {
  const decoded = percentDecoded(part);
  return isSecret || looksSecret(decoded) ? hiddenText(decoded) : shortened(part);
}

/** Shows the parts of a text, up to a length. A truncated part is left out. */
function shownParts(text: string, separator: string, show: (part: string) => string): string {
  const parts = text.slice(0, MAX_URL_CHARACTERS).split(separator);
  const isCut = text.length > MAX_URL_CHARACTERS;
  if (isCut) parts.pop();
  return parts.map(show).join(separator) + (isCut ? `${separator}…` : '');
}

/** A path and a query; the query begins with `?`, or is empty. */
export function shownTarget({ path, query }: { readonly path: string; readonly query: string }) {
  return { path: shownPath(path), query: query && `?${shownQuery(query.slice(1))}` };
}

/** A URL, or the path and query of one. */
export function shownUri(uri: string): string {
  const [, origin = '', path = '', , query] =
    /^([a-z]+:\/\/[^/?#]*)?([^?#]*)(\?([^#]*))?/i.exec(uri) ?? [];
  const tail = query === undefined ? '' : `?${shownQuery(query)}`;
  return `${shownText(origin)}${shownPath(path)}${tail}`;
}

function cut(text: string): string {
  return text.length > 2 * MAX_CHARACTERS ? `${text.slice(0, 2 * MAX_CHARACTERS)}…` : text;
}

/** Decodes, so that percent-encoding does not hide a secret from the check. */
function percentDecoded(text: string): string {
  if (!text.includes('%')) return text;
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
