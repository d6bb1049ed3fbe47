/**
 * Whether the path of a URL begins with `/cdn-cgi/`, which is reserved for the edge on every host. The same
 * text further on in the path or in the query means nothing: anybody can write it there.
 */
export function hasCdnCgiPath(url: string): boolean {
  return URL.parse(url)?.pathname.startsWith('/cdn-cgi/') ?? false;
}
