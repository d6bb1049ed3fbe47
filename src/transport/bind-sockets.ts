import { BoundSocket } from 'node:net';

/** Whether the kernel distributes connections over the sockets that are bound to one port. */
export const SHARES_PORTS = process.platform === 'linux';

/**
 * Sockets for one port, where the system lets several share one. The event loop takes one connection of each per
 * turn, and under load a turn takes many milliseconds: visitors would wait behind all others who have just come.
 */
const SOCKETS = SHARES_PORTS ? 16 : 1;

/** Binds sockets to a port. `host` is an IP address. Connections are refused until somebody listens on them. */
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
      // The system may have chosen the port of the first one.
      const samePort = bound[0]?.address().port ?? port;
      bound.push(new BoundSocket({ host, port: samePort, reusePort: SHARES_PORTS }));
    }
    return bound;
  } catch (error) {
    for (const socket of bound) socket.close();
    throw error;
  }
}
