import type { CookieAttributes } from '../../../contracts/events/page-observation.ts';

export const cookieTypes = ['first_party', 'unknown'] as const;
export type CookieType = (typeof cookieTypes)[number];

/** End of the year 9999, the last that a timestamp can represent. */
const LAST_TIME = Date.UTC(9999, 11, 31, 23, 59, 59);
const LONGEST_AGE = 1e12;

/** Attributes of a cookie; undefined if no response of the origin has set it. */
export interface CookieFacts {
  readonly type: CookieType;
  readonly domain: string;
  readonly path: string;
  readonly sameSite: 'lax' | 'strict' | 'none' | undefined;
  readonly secure: boolean | undefined;
  readonly httpOnly: boolean | undefined;
  readonly expiresAt: number | undefined;
  readonly maxAge: number | undefined;
}

/** A cookie that the origin has set once remains a first-party cookie. */
export function cookieFacts(
  attributes: CookieAttributes | undefined,
  host: string,
  pageUrl: string,
  known: CookieFacts | undefined,
): CookieFacts {
  if (!attributes && known?.type === 'first_party') return known;
  return {
    type: attributes ? 'first_party' : 'unknown',
    domain: attributes?.domain ?? host,
    path: attributes?.path ?? defaultPath(pageUrl),
    sameSite: attributes?.sameSite,
    secure: attributes?.secure,
    httpOnly: attributes?.httpOnly,
    expiresAt: within(attributes?.expiresAt, 0, LAST_TIME),
    maxAge: within(attributes?.maxAge, -LONGEST_AGE, LONGEST_AGE),
  };
}

/** Sites may send any number, so it is limited to the range of the database and of timestamps. */
function within(value: number | undefined, least: number, most: number): number | undefined {
  return value === undefined ? undefined : Math.trunc(Math.min(Math.max(value, least), most));
}

/** The default path of RFC 6265 section 5.1.4, for a page URL without scheme. */
function defaultPath(page: string): string {
  const slash = page.indexOf('/');
  const path = slash === -1 ? '' : page.slice(slash);
  return path.slice(0, Math.max(1, path.lastIndexOf('/'))) || '/';
}

/** Page URLs of cookies have no scheme. */
export function withoutScheme(pageUrl: string): string {
  return pageUrl.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '');
}
