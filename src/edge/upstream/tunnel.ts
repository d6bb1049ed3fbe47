import type { Socket } from 'node:net';

/** One end of a connection that has changed its protocol, and what came of it before it did. */
export interface TunnelEnd {
  readonly socket: Socket;
  readonly received: Buffer;
}

/**
 * Lets a visitor and an origin talk to each other, unseen, until one side ends or nothing was said for long:
 * a WebSocket, for example.
 */
export function joinTunnel(visitor: TunnelEnd, origin: TunnelEnd, idleMs: number): void {
  if (origin.received.length > 0) visitor.socket.write(origin.received);
  if (visitor.received.length > 0) origin.socket.write(visitor.received);
  passOn(visitor.socket, origin.socket);
  passOn(origin.socket, visitor.socket);
  // What goes either way passes the visitor's connection.
  visitor.socket.setTimeout(idleMs, () => visitor.socket.destroy());
}

/** One direction. What was said before the end still arrives; after a failure nothing does. */
function passOn(from: Socket, to: Socket): void {
  from.pipe(to);
  from.once('error', () => to.destroy());
  from.once('close', () => (from.readableEnded ? to.destroySoon() : to.destroy()));
}
