/** The name of an HTTP version. HTTP/2 has no minor version (RFC 9113). */
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
