import type { IncomingHttpHeaders } from 'node:http';
import { SESSION_COOKIE } from '../catalogs/fixed-headers.ts';
import { ApiError } from './api-error.ts';
import { isOwnOrigin } from './own-origin.ts';

/** No form and no link can send it, and a page of another origin must ask first, which the API never allows. */
const DASHBOARD_HEADER = 'x-palisade-dashboard';
const SECRET = new RegExp(`(?:^|;) *${SESSION_COOKIE}=([A-Za-z0-9_-]{8,256}) *(?:;|$)`);

/** The session of a page of this origin. Cookies alone prove nothing: browsers send them with requests of any page. */
export function readSessionCookie(headers: IncomingHttpHeaders): string | undefined {
  if (headers[DASHBOARD_HEADER] === undefined) return undefined;
  const secret = SECRET.exec(headers.cookie ?? '')?.[1];
  if (secret !== undefined && !isOwnOrigin(headers)) {
    throw new ApiError('foreignPage', { host: headers.host ?? '' });
  }
  return secret;
}

export function sessionCookie(secret: string, seconds: number, apiUrl: string): string {
  const { protocol, pathname } = new URL(apiUrl);
  const secure = protocol === 'https:' ? '; Secure' : '';
  return `${SESSION_COOKIE}=${secret}; Path=${pathname}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
}

export const removedSessionCookie = (apiUrl: string) => sessionCookie('', 0, apiUrl);
