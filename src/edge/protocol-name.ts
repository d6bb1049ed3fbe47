/** How a version of HTTP is called. RFC 9113 has no minor version. */
export function protocolName({ httpVersion }: { readonly httpVersion: string }): string {
  switch (httpVersion) {
    case '1.1':
      return 'HTTP/1.1';
    case '2.0':
      return 'HTTP/2';
    default:
      return `HTTP/${httpVersion}`;
  }
}
