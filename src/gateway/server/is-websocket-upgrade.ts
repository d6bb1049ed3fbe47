import type { HttpStream } from '../../transport/http-stream.ts';

/** RFC 6455, section 4.2.1. */
export function isWebSocketUpgrade(stream: HttpStream): boolean {
  const { headers } = stream;
  return (
    stream.isUpgrade &&
    stream.method === 'GET' &&
    headers.get('upgrade')?.toLowerCase() === 'websocket' &&
    headers.get('sec-websocket-version') === '13' &&
    /^[A-Za-z0-9+/]{22}==$/.test(headers.get('sec-websocket-key') ?? '')
  );
}
