/** An origin in the form that pools have. */
export interface SiteOrigin {
  readonly name: string;
  readonly address: string;
  readonly port: number;
  readonly scheme: 'http' | 'https';
}

/** Reads an address such as `http://127.0.0.1:3000`; undefined if it is none. */
export function readOrigin(text: string): SiteOrigin | undefined {
  const url = URL.parse(text.trim());
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined;
  if (url.pathname !== '/' || url.search || url.hash || url.username) return undefined;
  const scheme = url.protocol === 'http:' ? 'http' : 'https';
  const port = Number(url.port) || (scheme === 'https' ? 443 : 80);
  const address = url.hostname.replace(/^\[|\]$/g, '');
  return { name: `${address.replaceAll(/[^A-Za-z0-9._-]/g, '-')}-${port}`, address, port, scheme };
}
