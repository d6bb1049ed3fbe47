/** How a version of HTTP is called. RFC 9113 has no minor version. */
export function protocolName({ version }: { readonly version: string }): string {
  return `HTTP/${version}`;
}
