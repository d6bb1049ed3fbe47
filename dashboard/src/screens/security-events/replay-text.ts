import { quoted } from '../../parts/copy-as/curl.ts';
import type { SecurityEvent } from './event.ts';

/** The request of an event as a command for a shell. */
export function replayText({ request, client }: SecurityEvent): string {
  const { method, scheme, host, path, query } = request;
  const { referer } = client;
  const headers = [
    ['User-Agent', client.user_agent],
    [
      'Referer',
      referer.host && `${referer.scheme}://${referer.host}${referer.path}${referer.query}`,
    ],
  ];
  const lines = [
    // Without globbing, curl sends brackets and braces as they are.
    `curl -i -g --path-as-is ${method === 'GET' ? '' : `-X ${quoted(method)} `}${quoted(`${scheme}://${host}${path}${query}`)}`,
    ...headers
      .filter(([, value]) => value)
      .map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
  ];
  return lines.join(' \\\n  ');
}
