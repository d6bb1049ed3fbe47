import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import type { HttpStream } from '../../transport/http-stream.ts';

/** RFC 6455, section 1.3. */
const PROTOCOL_ID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** Completes the upgrade handshake, RFC 6455, section 4.2.2. */
export function openWebSocket(stream: HttpStream, maxPayload: number): WebSocket {
  const key = stream.headers.get('sec-websocket-key') ?? '';
  const accept = createHash('sha1')
    .update(key + PROTOCOL_ID)
    .digest('base64');
  const { socket, received } = stream.takeOver([
    'Upgrade',
    'websocket',
    'Connection',
    'Upgrade',
    'Sec-WebSocket-Accept',
    accept,
  ]);
  // The WebSocket server of `ws` calls `setSocket` after its handshake; the types of `ws` do not declare it.
  const webSocket = new WebSocket(null as never, undefined as never, {
    perMessageDeflate: false,
  }) as WebSocket & {
    setSocket(socket: Socket, head: Buffer, options: object): void;
  };
  webSocket.setSocket(socket, received, {
    allowSynchronousEvents: true,
    maxPayload,
    maxBufferedChunks: 1_024,
    maxFragments: 1_024,
    skipUTF8Validation: false,
  });
  // The transport hands the socket over paused.
  socket.resume();
  return webSocket;
}
