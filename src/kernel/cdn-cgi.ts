/**
 * Whether a URL is under `/cdn-cgi/`, which is the edge's own place on every host. Only where the path
 * begins counts: in a query, or further down, anybody can write it.
 */
export function hasCdnCgiPath(url: string): boolean {
  return URL.parse(url)?.pathname.startsWith('/cdn-cgi/') ?? false;
}
