import type { Socket } from 'node:net';

/** One end of an upgraded connection, and the bytes that were received before the switch. */
export interface TunnelEnd {
  readonly socket: Socket;
  readonly received: Buffer;
}

/**
 * Pipes bytes between a visitor and an origin, such as those of a WebSocket, until one side closes or the idle timeout
 * expires.
 */
export function joinTunnel(visitor: TunnelEnd, origin: TunnelEnd, idleMs: number): void {
  if (origin.received.length > 0) visitor.socket.write(origin.received);
  if (visitor.received.length > 0) origin.socket.write(visitor.received);
  pipe(visitor.socket, origin.socket);
  pipe(origin.socket, visitor.socket);
  // Bytes in both directions pass the visitor's socket, so one timeout is enough.
  visitor.socket.setTimeout(idleMs, () => visitor.socket.destroy());
}

/** Pipes one direction. After a regular end buffered bytes are still delivered; after an error they are not. */
function pipe(from: Socket, to: Socket): void {
  from.pipe(to);
  from.once('error', () => to.destroy());
  from.once('close', () => (from.readableEnded ? to.destroySoon() : to.destroy()));
}
