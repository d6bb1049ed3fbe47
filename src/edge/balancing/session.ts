import type { AffinitySnapshot } from '../../contracts/snapshot/load-balancing-section.ts';

const SESSION_COOKIE = '__cflb';
const SENT_COOKIE = new RegExp(`(?:^|;\\s?)${SESSION_COOKIE}=([0-9a-f]{20})(?:;|$)`);

/** Session affinity of a request: by the session cookie, or by a key that always selects the same origin. */
export interface Session {
  /** The token of an origin, from the cookie. */
  readonly token: string | undefined;
  /** Selects the origin by hash; undefined if the steering policy chooses. */
  readonly key: string | undefined;
  readonly setsCookie: boolean;
}

export interface SessionRequest {
  readonly clientAddress: string;
  header(name: string): string | undefined;
}

const NO_SESSION: Session = { token: undefined, key: undefined, setsCookie: false };

const kinds: Record<
  AffinitySnapshot['kind'],
  (request: SessionRequest, affinity: AffinitySnapshot) => Session
> = {
  none: () => NO_SESSION,
  cookie: (request) => ({ token: cookieToken(request), key: undefined, setsCookie: true }),
  ip_cookie: (request) => ({
    token: cookieToken(request),
    key: request.clientAddress,
    setsCookie: true,
  }),
  header: (request, affinity) => ({ ...NO_SESSION, key: headerKey(request, affinity) }),
};

export function sessionOf(request: SessionRequest, affinity: AffinitySnapshot): Session {
  return kinds[affinity.kind](request, affinity);
}

/** The value of the `Set-Cookie` header that begins a session. */
export function sessionCookie(token: string, affinity: AffinitySnapshot, isTls: boolean): string {
  const secure = affinity.secure === 'Auto' ? isTls : affinity.secure === 'Always';
  // Browsers accept SameSite=None only together with Secure.
  const automatic = secure ? 'None' : 'Lax';
  const sameSite = affinity.sameSite === 'Auto' ? automatic : affinity.sameSite;
  return `${SESSION_COOKIE}=${token}; Path=/; Max-Age=${affinity.ttlSeconds}; HttpOnly; SameSite=${sameSite}${secure ? '; Secure' : ''}`;
}

function cookieToken(request: SessionRequest): string | undefined {
  const cookies = request.header('cookie');
  return cookies && SENT_COOKIE.exec(cookies)?.[1];
}

function headerKey(request: SessionRequest, affinity: AffinitySnapshot): string | undefined {
  const values = affinity.headers.map((name) => request.header(name));
  const present = values.filter((value) => value !== undefined).length;
  const enough = affinity.requireAllHeaders ? present === values.length : present > 0;
  return enough ? JSON.stringify(values) : undefined;
}
