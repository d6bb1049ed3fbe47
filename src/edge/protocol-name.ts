/** The name of an HTTP version: `HTTP/1.1`, or `HTTP/2`, which has no minor version (RFC 9113). */
export function protocolName({ version }: { readonly version: string }): string {
  return `HTTP/${version}`;
}
