import { type ChallengeKind, challengeKinds, clears } from './challenge-kind.ts';
import type { ChallengeRequest } from './challenge-request.ts';
import type { Binding } from './client-binding.ts';
import { Seal } from './seal.ts';

/** The cookie that a visitor gets for a solved challenge. */
interface Clearance {
  readonly kind: ChallengeKind;
  /** Milliseconds since the epoch. */
  readonly issuedAt: number;
  readonly expiresAt: number;
  readonly binding: Binding;
  /** The ray of the request that was challenged. */
  readonly ray: string;
}

type InvalidReason = 'forged' | 'expired' | 'other-site' | 'other-client' | 'too-weak';

export type ClearanceState =
  | { readonly state: 'absent' }
  | { readonly state: 'invalid'; readonly reason: InvalidReason }
  | {
      readonly state: 'valid';
      readonly kind: ChallengeKind;
      readonly originatorRay: string;
      /** The action of the event if a visitor with a clearance matches a rule that challenges: `jschallengebypassed`, … */
      readonly action: string;
    };

const COOKIE = 'cf_clearance';
const VERSION = 1;
const LONGEST = 1_024;
/** A browser may send several cookies of one name, from several domains and paths. Further ones are ignored. */
const MAX_COOKIES = 16;
/** The largest difference between the clocks of two nodes. */
const SKEW_MS = 60_000;

type Row = readonly [
  version: number,
  kind: ChallengeKind,
  issuedAt: number,
  expiresAt: number,
  site: string,
  client: string,
  ray: string,
];

export class Clearances {
  readonly #seal: Seal;

  constructor(key: Buffer) {
    this.#seal = new Seal(key, 'clearance', LONGEST);
  }

  /** The value of a `Set-Cookie` header. */
  cookie(clearance: Clearance, scheme: 'http' | 'https'): string {
    const { kind, issuedAt, expiresAt, binding, ray } = clearance;
    const row: Row = [VERSION, kind, issuedAt, expiresAt, binding.site, binding.client, ray];
    const age = Math.floor((expiresAt - issuedAt) / 1_000);
    const secure = scheme === 'https' ? '; Secure' : '';
    return `${COOKIE}=${this.#seal.close(row)}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`;
  }

  /** If there are several cookies, the first valid one counts. */
  read(
    request: ChallengeRequest,
    required: ChallengeKind,
    binding: () => Binding,
    now: number,
    longestMs: number,
  ): ClearanceState {
    let found: ClearanceState = { state: 'absent' };
    for (const value of cookieValues(request.header('cookie') ?? '')) {
      const state = this.#judge(value, required, binding, now, longestMs);
      if (state.state === 'valid') return state;
      found = state;
    }
    return found;
  }

  #judge(
    value: string,
    required: ChallengeKind,
    bindingOf: () => Binding,
    now: number,
    longestMs: number,
  ): ClearanceState {
    const invalid = (reason: InvalidReason): ClearanceState => ({ state: 'invalid', reason });
    // The signature proves that an edge made this value, but perhaps an edge of another version.
    const row = this.#seal.open(value) as Row | undefined;
    if (row?.[0] !== VERSION) return invalid('forged');
    const [, kind, issuedAt, expiresAt, site, client, ray] = row;
    // A shorter lifetime applies to clearances already issued, too.
    const isExpired = now >= Math.min(expiresAt, issuedAt + longestMs);
    if (isExpired || issuedAt > now + SKEW_MS) return invalid('expired');
    const binding = bindingOf();
    if (site !== binding.site) return invalid('other-site');
    if (client !== binding.client) return invalid('other-client');
    if (!clears(kind, required)) return invalid('too-weak');
    return { state: 'valid', kind, originatorRay: ray, action: challengeKinds[required].bypassed };
  }
}

function* cookieValues(header: string): Generator<string> {
  let seen = 0;
  for (let at = 0; at < header.length && seen < MAX_COOKIES; ) {
    const semicolon = header.indexOf(';', at);
    const end = semicolon === -1 ? header.length : semicolon;
    while (header[at] === ' ') at++;
    if (header.startsWith(`${COOKIE}=`, at)) {
      seen += 1;
      yield header.slice(at + COOKIE.length + 1, end).trim();
    }
    at = end + 1;
  }
}
