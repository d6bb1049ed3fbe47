/**
 * Whether the path of a URL begins with `/cdn-cgi/`, which is reserved for the edge on every host. The same
 * text further on in the path or in the query has no meaning, because any client can put it there.
 */
export function hasCdnCgiPath(url: string): boolean {
  return URL.parse(url)?.pathname.startsWith('/cdn-cgi/') ?? false;
}
