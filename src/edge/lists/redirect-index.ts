import type { RedirectSnapshot } from '../../contracts/snapshot/list-snapshot.ts';
import { normalHost } from '../../kernel/host-name.ts';
import { normalPath } from '../../kernel/normal-path.ts';

/** Where a request is led. */
export interface FoundRedirect {
  readonly status: number;
  readonly location: string;
}

/** Redirects of one path by scheme; `any` is for both. */
type ByScheme = Partial<Record<'http' | 'https' | 'any', RedirectSnapshot>>;

/** One segment of paths. The path `/a/` has the segments `a` and an empty one. */
interface PathNode {
  redirects?: ByScheme;
  children?: Map<string, PathNode>;
}

/** A URL as rules see it, with an origin and a path. */
const URL_PARTS = /^(https?):\/\/([^/?#]*)([^?#]*)(?:\?([^#]*))?/i;

/**
 * Redirects by host and path. A lookup walks down the segments of the path once for each name above the host, however
 * many redirects there are. The nearest host wins, then the longest path, then a redirect for the scheme.
 */
export class RedirectIndex {
  readonly #hosts = new Map<string, PathNode>();

  add(redirect: RedirectSnapshot): void {
    let node = childOf(this.#hosts, redirect.host);
    for (const segment of segmentsOf(redirect.path)) {
      node.children ??= new Map();
      node = childOf(node.children, segment);
    }
    node.redirects ??= {};
    node.redirects[redirect.scheme ?? 'any'] = redirect;
  }

  find(url: string): FoundRedirect | undefined {
    const [, scheme = '', authority = '', path = '', query = ''] = URL_PARTS.exec(url) ?? [];
    const wanted = {
      scheme: scheme.toLowerCase() as 'http' | 'https',
      // The zone may have left it as it came; sources have one spelling.
      path: normalPath(path || '/', 'cloudflare'),
    };
    const host = normalHost(authority);
    for (let name = host; name !== ''; name = parentOf(name)) {
      const root = this.#hosts.get(name);
      const found = root && findPath(root, { ...wanted, isBelow: name !== host });
      if (found) return { status: found.redirect.status, location: locationOf(found, query) };
    }
    return undefined;
  }
}

function childOf(children: Map<string, PathNode>, name: string): PathNode {
  const known = children.get(name);
  if (known) return known;
  const made: PathNode = {};
  children.set(name, made);
  return made;
}

const segmentsOf = (path: string): string[] => path.slice(1).split('/');

function parentOf(host: string): string {
  const dot = host.indexOf('.');
  return dot === -1 ? '' : host.slice(dot + 1);
}

interface Wanted {
  readonly scheme: 'http' | 'https';
  readonly path: string;
  /** Whether the host is one below that of the redirects. */
  readonly isBelow: boolean;
}

interface Match {
  readonly redirect: RedirectSnapshot;
  /** What follows the path of the redirect. */
  readonly suffix: string;
}

/** The redirect with the longest path that the wanted one is equal to, or below. */
function findPath(root: PathNode, { scheme, path, isBelow }: Wanted): Match | undefined {
  const usable = (node: PathNode | undefined, isWhole: boolean): RedirectSnapshot | undefined => {
    const { [scheme]: own, any } = node?.redirects ?? {};
    return [own, any].find(
      (each) => each && (!isBelow || each.hasSubdomains) && (isWhole || each.hasSubpaths),
    );
  };
  let best: Match | undefined;
  let node: PathNode | undefined = root;
  for (let at = 1; node && at <= path.length; ) {
    // A source that ends with a slash has everything that follows the slash below it.
    const folder = usable(node.children?.get(''), at === path.length);
    if (folder) best = { redirect: folder, suffix: path.slice(at) };
    const slash = path.indexOf('/', at);
    const end = slash === -1 ? path.length : slash;
    node = node.children?.get(path.slice(at, end));
    const found = usable(node, end === path.length);
    if (found) best = { redirect: found, suffix: path.slice(end) };
    at = end + 1;
    // The slash at the end of a path begins an empty segment.
    if (slash === -1) break;
  }
  return best;
}

function locationOf({ redirect, suffix }: Match, query: string): string {
  const { target, keepsQuery, keepsSuffix } = redirect;
  const [, base = '', rest = ''] = /^([^?#]*)(.*)$/.exec(target) ?? [];
  const path = keepsSuffix && suffix !== '' ? joined(base, suffix) : base;
  return path + (keepsQuery && query !== '' ? `?${query}` : '') + rest;
}

/** Exactly one slash stands between the two. */
function joined(base: string, suffix: string): string {
  if (base.endsWith('/')) return base + (suffix.startsWith('/') ? suffix.slice(1) : suffix);
  return base + (suffix.startsWith('/') ? suffix : `/${suffix}`);
}
