import type { Socket } from 'node:net';
import type { Exchange } from '../exchange.ts';
import type { ZoneRuntime } from '../zone-runtime.ts';
import { mayCall } from './may-call.ts';

interface Tunnel {
  readonly exchange: Exchange;
  /** The zone for which the caller was last found to be allowed. */
  zone: ZoneRuntime | undefined;
}

/** The WebSockets to the gateway. They live for long, so that their hosts and keys may be gone before they are. */
export class GatewayTunnels {
  readonly #tunnels = new Map<Socket, Tunnel>();

  add(socket: Socket, exchange: Exchange): void {
    this.#tunnels.set(socket, { exchange, zone: exchange.zone });
    socket.once('close', () => this.#tunnels.delete(socket));
  }

  /** Ends those that could not be opened now. */
  endForbidden(zoneOfHost: (host: string) => ZoneRuntime | undefined): void {
    for (const [socket, tunnel] of this.#tunnels) {
      const { exchange } = tunnel;
      const zone = zoneOfHost(exchange.host);
      if (zone === tunnel.zone) continue;
      const host = zone?.gatewayHosts?.get(exchange.host);
      if (host && mayCall(host, exchange)) tunnel.zone = zone;
      else socket.destroy();
    }
  }
}
