import { BoundSocket } from 'node:net';

/** Whether the kernel distributes connections over the sockets that are bound to one port. */
export const SHARES_PORTS = process.platform === 'linux';

/**
 * Number of listening sockets per port. More than one only if the kernel distributes connections over them. Each turn of the event loop
 * accepts one connection per socket, and under load a turn takes many milliseconds: with one socket, new connections would queue up.
 */
const SOCKETS = SHARES_PORTS ? 16 : 1;

/** Binds sockets to a port. `host` is an IP address. Until a server listens on the sockets, connections are refused. */
export function bindSockets({
  host,
  port,
}: {
  readonly host: string;
  readonly port: number;
}): BoundSocket[] {
  const bound: BoundSocket[] = [];
  try {
    while (bound.length < SOCKETS) {
      // If `port` is 0, the system has chosen the port of the first socket.
      const samePort = bound[0]?.address().port ?? port;
      bound.push(new BoundSocket({ host, port: samePort, reusePort: SHARES_PORTS }));
    }
    return bound;
  } catch (error) {
    for (const socket of bound) socket.close();
    throw error;
  }
}
