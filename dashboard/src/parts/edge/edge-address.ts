/** Where visitors reach the edge of the node that serves the dashboard. */
export interface EdgeAddress {
  readonly host: string;
  readonly port: number;
}

const DEFAULT: EdgeAddress = { host: '127.0.0.1', port: 8080 };
const EVERYWHERE = new Set(['', '0.0.0.0', '[::]', '::', '*']);

/** Reads the setting of the node: `127.0.0.1:8080`, `[::1]:8080`, `8080`. One that listens everywhere is reached as the dashboard is. */
export function edgeAddress(listen: string | null | undefined, page: string): EdgeAddress {
  if (!listen) return DEFAULT;
  const at = listen.lastIndexOf(':');
  const port = Number(listen.slice(at + 1));
  if (!Number.isInteger(port)) return DEFAULT;
  const host = listen.slice(0, Math.max(at, 0));
  return { host: EVERYWHERE.has(host) ? page : host, port };
}

/** Names below localhost lead to the machine of the reader, without an entry in DNS. */
export function isLocalName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost');
}

/** A command that requests a path of a site from the edge. */
export function curlCommand(name: string, path: string, { host, port }: EdgeAddress): string {
  const isDirect = isLocalName(name) && (host === '127.0.0.1' || host === 'localhost');
  if (isDirect) return `curl -i '${siteUrl(name, path, port)}'`;
  return `curl -i -H 'Host: ${name}' 'http://${host}${portText(port)}${path}'`;
}

export function siteUrl(name: string, path: string, port: number): string {
  return `http://${name}${portText(port)}${path}`;
}

function portText(port: number): string {
  return port === 80 ? '' : `:${port}`;
}
