import type { ListenAddress } from './settings.ts';

/** The URL of a listen address: `http://127.0.0.1:8787`. */
export function listenUrl({ host, port }: ListenAddress, scheme = 'http'): string {
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
