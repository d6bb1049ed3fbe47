import type { RedirectSnapshot } from '../../contracts/snapshot/list-snapshot.ts';
import { normalHost } from '../../kernel/host-name.ts';
import { normalPath } from '../../kernel/normal-path.ts';

export interface FoundRedirect {
  readonly status: number;
  readonly location: string;
}

/** Redirects of one path by scheme; `any` is for both. */
type ByScheme = Partial<Record<'http' | 'https' | 'any', RedirectSnapshot>>;

/** Redirects of one host. */
interface HostRedirects {
  readonly byPath: Map<string, ByScheme>;
  /** A lookup tries the first `depth` slashes of a path: one more than the deepest source with subpaths has. */
  depth: number;
}

/** An absolute URL: scheme, authority, path and query. */
const URL_PARTS = /^(https?):\/\/([^/?#]*)([^?#]*)(?:\?([^#]*))?/i;

/**
 * Redirects by host and path. A lookup tries the path and its parent paths, for the host and each parent domain, so its
 * cost does not depend on the number of redirects. The nearest host wins, then the longest path, then a redirect for
 * the scheme.
 */
export class RedirectIndex {
  readonly #hosts = new Map<string, HostRedirects>();

  add(redirect: RedirectSnapshot): void {
    const { host, path, scheme = 'any', hasSubpaths } = redirect;
    const ofHost = this.#hosts.get(host) ?? { byPath: new Map(), depth: 0 };
    this.#hosts.set(host, ofHost);
    const ofPath = ofHost.byPath.get(path) ?? {};
    ofHost.byPath.set(path, ofPath);
    ofPath[scheme] = redirect;
    if (hasSubpaths) ofHost.depth = Math.max(ofHost.depth, path.split('/').length);
  }

  find(url: string): FoundRedirect | undefined {
    const [, scheme = '', authority = '', path = '', query = ''] = URL_PARTS.exec(url) ?? [];
    const wanted = {
      scheme: scheme.toLowerCase() as 'http' | 'https',
      // The zone may not normalise paths; sources are always normalised.
      path: normalPath(path || '/', 'cloudflare'),
    };
    const host = normalHost(authority);
    for (let name = host; name !== ''; name = parentOf(name)) {
      const ofHost = this.#hosts.get(name);
      const found = ofHost && findPath(ofHost, { ...wanted, isBelow: name !== host });
      if (found) return { status: found.redirect.status, location: locationOf(found, query) };
    }
    return undefined;
  }
}

function parentOf(host: string): string {
  const dot = host.indexOf('.');
  return dot === -1 ? '' : host.slice(dot + 1);
}

interface Wanted {
  readonly scheme: 'http' | 'https';
  readonly path: string;
  /** Whether the host is a subdomain of the host of the redirects. */
  readonly isBelow: boolean;
}

interface Match {
  readonly redirect: RedirectSnapshot;
  /** The rest of the requested path after the path of the redirect. */
  readonly suffix: string;
}

/** The redirect with the longest path that equals the requested path or is a parent of it. */
function findPath(ofHost: HostRedirects, { scheme, path, isBelow }: Wanted): Match | undefined {
  const matchOf = (length: number, isWhole: boolean): Match | undefined => {
    const { [scheme]: own, any } = ofHost.byPath.get(path.slice(0, length)) ?? {};
    const redirect = [own, any].find(
      (each) => each && (!isBelow || each.hasSubdomains) && (isWhole || each.hasSubpaths),
    );
    return redirect && { redirect, suffix: path.slice(length) };
  };
  const whole = matchOf(path.length, true);
  if (whole) return whole;
  for (const slash of slashesOf(path, ofHost.depth).reverse()) {
    // A source that ends with a slash matches everything after that slash.
    const match = matchOf(slash + 1, false) ?? matchOf(slash, false);
    if (match) return match;
  }
  return undefined;
}

/** Indexes of the first slashes of a path. */
function slashesOf(path: string, most: number): number[] {
  const found: number[] = [];
  for (
    let at = path.indexOf('/');
    at !== -1 && found.length < most;
    at = path.indexOf('/', at + 1)
  ) {
    found.push(at);
  }
  return found;
}

function locationOf({ redirect, suffix }: Match, query: string): string {
  const { target, keepsQuery, keepsSuffix } = redirect;
  const [, base = '', rest = ''] = /^([^?#]*)(.*)$/.exec(target) ?? [];
  const path = keepsSuffix && suffix !== '' ? joined(base, suffix) : base;
  return path + (keepsQuery && query !== '' ? `?${query}` : '') + rest;
}

/** Joins with exactly one slash. */
function joined(base: string, suffix: string): string {
  if (base.endsWith('/')) return base + (suffix.startsWith('/') ? suffix.slice(1) : suffix);
  return base + (suffix.startsWith('/') ? suffix : `/${suffix}`);
}
