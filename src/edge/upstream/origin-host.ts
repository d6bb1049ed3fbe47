import type { Exchange } from '../exchange.ts';

const PORT = /:(\d+)$/;
const defaultPorts = { http: 80, https: 443 } as const;

/** The host with the port that the visitor uses, unless it is the default: applications write absolute links with it. */
export function originHost({ authority, host, scheme }: Exchange): string {
  if (authority === host) return host;
  const port = PORT.exec(authority)?.[1];
  return port === undefined || Number(port) === defaultPorts[scheme] ? host : `${host}:${port}`;
}
