import type { CookieAttributes } from '../../contracts/events/page-observation.ts';
import { parseCookieDate } from './cookie-date.ts';

/** A cookie that an origin sets, without its value. */
export interface SetCookie {
  readonly name: string;
  readonly attributes: CookieAttributes;
}

/** The limit of browsers, RFC 6265bis, section 5.6. Longer names are ignored. */
const LONGEST_NAME = 1_024;
const LONGEST_ATTRIBUTE = 1_024;
/** Further cookies of one request are not read. */
const MAX_NAMES = 100;

/** The names of the cookies that a visitor sends. */
export function cookieNames(header: string): string[] {
  const names: string[] = [];
  for (let at = 0; at < header.length && names.length < MAX_NAMES; ) {
    const semicolon = header.indexOf(';', at);
    const end = semicolon === -1 ? header.length : semicolon;
    const equals = header.indexOf('=', at);
    // Without an equals sign, the whole text is a value.
    if (equals !== -1 && equals < end) {
      const name = header.slice(at, equals).trim();
      if (isName(name)) names.push(name);
    }
    at = end + 1;
  }
  return names;
}

/** The name and attributes in a `Set-Cookie` header. */
export function parseSetCookie(header: string): SetCookie | undefined {
  const [pair = '', ...parts] = header.split(';');
  const equals = pair.indexOf('=');
  const name = pair.slice(0, Math.max(equals, 0)).trim();
  if (!isName(name)) return undefined;
  const attributes: Attributes = { secure: false, httpOnly: false };
  for (const part of parts) {
    const at = part.indexOf('=');
    const word = (at === -1 ? part : part.slice(0, at)).trim().toLowerCase();
    const value = at === -1 ? '' : part.slice(at + 1).trim();
    if (isShowable(value, LONGEST_ATTRIBUTE)) readers.get(word)?.(attributes, value);
  }
  return { name, attributes };
}

type Attributes = { -readonly [Name in keyof CookieAttributes]: CookieAttributes[Name] };

/** If an attribute is repeated, the last one counts. */
const readers: ReadonlyMap<string, (attributes: Attributes, value: string) => void> = new Map([
  [
    'domain',
    (attributes: Attributes, value: string) => {
      const domain = value.replace(/^\./, '').toLowerCase();
      if (domain !== '') attributes.domain = domain;
    },
  ],
  [
    'path',
    (attributes: Attributes, value: string) => {
      if (value.startsWith('/')) attributes.path = value;
    },
  ],
  [
    'expires',
    (attributes: Attributes, value: string) => {
      const at = parseCookieDate(value);
      if (at !== undefined) attributes.expiresAt = at;
    },
  ],
  [
    'max-age',
    (attributes: Attributes, value: string) => {
      if (/^-?\d{1,15}$/.test(value)) attributes.maxAge = Number(value);
    },
  ],
  [
    'samesite',
    (attributes: Attributes, value: string) => {
      const found = sameSites.find((known) => known === value.toLowerCase());
      if (found) attributes.sameSite = found;
    },
  ],
  [
    'secure',
    (attributes: Attributes) => {
      attributes.secure = true;
    },
  ],
  [
    'httponly',
    (attributes: Attributes) => {
      attributes.httpOnly = true;
    },
  ],
]);

const sameSites = ['lax', 'strict', 'none'] as const;

const isName = (name: string): boolean => name !== '' && isShowable(name, LONGEST_NAME);

/** Control characters, which headers may contain, cannot be shown by the API. */
function isShowable(text: string, longest: number): boolean {
  return text.length <= longest && !/\p{Cc}/u.test(text);
}
