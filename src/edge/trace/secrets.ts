/**
 * What may be shown of texts that visitors send. In doubt nothing: a trace is read by people who are to
 * know why a rule acted, not what a visitor's key is.
 */
import { fromByteString } from '../../expression/expression.ts';

/** The most characters of one value. */
const MOST_CHARACTERS = 200;
/** So much more is looked at, to see what a secret is of which only the beginning would be shown. */
const SLACK = 64;
/** The most of an address that is looked at: people write addresses of any length. */
const MOST_OF_ADDRESS = 1_000;

/** Names whose values are nobody's business. */
const SENSITIVE_NAME =
  /pass|pwd|^pw$|secret|token|key|auth|sess|^sid$|sig|code|otp|^pin$|card|cvv|cvc|ssn|iban|account|mail|user|login|cred|hash|nonce|state|jwt|csrf|xsrf|assertion|phone|birth/i;

/** Long runs of letters and digits (keys, tokens, hashes), and long numbers (cards, phones). */
const RUN = /[A-Za-z0-9_+=~-]{12,}/g;
const LONG_NUMBER = /(?:\d[ -]?){11,}|\b\d{3}-\d{2}-\d{4}\b/;
/** `user:password@` of an address, and what comes after words such as `password=`. */
const EMBEDDED =
  /:\/\/[^/\s]{0,64}@|[\w.+-]@[\w-]{1,64}\.|(?:pass|pwd|secret|token|key|bearer|basic)\w{0,32}["']?\s{0,8}[=: ]/i;

export const isSensitiveName = (name: string): boolean =>
  SENSITIVE_NAME.test(name) || looksSecret(name);

/** Looks at the part that could be shown, so that no text takes long. */
function looksSecret(whole: string): boolean {
  const text = whole.slice(0, MOST_CHARACTERS + SLACK);
  return LONG_NUMBER.test(text) || EMBEDDED.test(text) || (text.match(RUN) ?? []).some(isRandom);
}

/** People write words, of one case or with a capital; what a generator makes changes kind all the time. */
function isRandom(run: string): boolean {
  const segments = run.split(/[-_+=~]/);
  if (segments.some((segment) => segment.length >= 20)) return true;
  if (segments.some((segment) => /^(?=.*\d)(?=.*[a-z]).{10,}$/i.test(segment))) return true;
  const words = run.match(/[A-Z]?[a-z]+|[A-Z]+|\d+/g) ?? [];
  const isPlain = !/\d/.test(run) && (run === run.toLowerCase() || run === run.toUpperCase());
  return !isPlain && words.join('').length / words.length < 3.5;
}

/** Stands for a text that is not shown. */
export const hiddenText = (text: string): string => `(${text.length} characters)`;

/** Text that may be shown unless it looks like a secret; cut to a length. */
export function shownText(bytes: string): string {
  if (looksSecret(bytes)) return hiddenText(bytes);
  const text = fromByteString(bytes.slice(0, 4 * MOST_CHARACTERS));
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}

export const shownNamed = (name: string, value: string): string =>
  isSensitiveName(name) ? hiddenText(value) : shownText(value);

/** A path, each part by itself: `/reset/(32 characters)`. */
export function shownPath(path: string): string {
  return cut(beginning(path, '/', (part) => shownText(percentDecoded(part))));
}

export function shownQuery(query: string): string {
  const pairs = beginning(query, '&', (pair) => {
    const at = pair.indexOf('=');
    if (at === -1) return shownText(percentDecoded(pair));
    const name = percentDecoded(pair.slice(0, at));
    return `${shownText(name)}=${shownNamed(name, percentDecoded(pair.slice(at + 1)))}`;
  });
  return cut(pairs);
}

/** The parts of a text, as far as they are looked at; one that is cut off is left out. */
function beginning(text: string, separator: string, show: (part: string) => string): string {
  const parts = text.slice(0, MOST_OF_ADDRESS).split(separator);
  const isCut = text.length > MOST_OF_ADDRESS;
  if (isCut) parts.pop();
  return parts.map(show).join(separator) + (isCut ? `${separator}…` : '');
}

/** A whole address, or the path and query of one. */
export function shownUri(uri: string): string {
  const [, origin = '', path = '', , query] =
    /^([a-z]+:\/\/[^/?#]*)?([^?#]*)(\?([^#]*))?/i.exec(uri) ?? [];
  const tail = query === undefined ? '' : `?${shownQuery(query)}`;
  return `${shownText(origin)}${shownPath(path)}${tail}`;
}

function cut(text: string): string {
  return text.length > 2 * MOST_CHARACTERS ? `${text.slice(0, 2 * MOST_CHARACTERS)}…` : text;
}

/** A secret must not pass because it is written otherwise. */
function percentDecoded(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
