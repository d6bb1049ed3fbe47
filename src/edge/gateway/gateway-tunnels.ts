import type { Socket } from 'node:net';
import type { Exchange } from '../exchange.ts';
import type { ZoneRuntime } from '../zone-runtime.ts';
import { mayCall } from './may-call.ts';

interface Tunnel {
  readonly exchange: Exchange;
  /** The zone for which the caller was last found to be allowed. */
  zone: ZoneRuntime | undefined;
}

type ZoneOfHost = (host: string) => ZoneRuntime | undefined;

/** The WebSockets to the gateway. They live for long, so that their hosts and keys may be gone before they are. */
export class GatewayTunnels {
  readonly #tunnels = new Map<Socket, Tunnel>();

  /** The zone may have changed while the gateway opened it. */
  add(socket: Socket, exchange: Exchange, zoneOfHost: ZoneOfHost): void {
    const tunnel = { exchange, zone: exchange.zone };
    this.#tunnels.set(socket, tunnel);
    socket.once('close', () => this.#tunnels.delete(socket));
    endIfForbidden(socket, tunnel, zoneOfHost);
  }

  /** Ends those that could not be opened now. */
  endForbidden(zoneOfHost: ZoneOfHost): void {
    for (const [socket, tunnel] of this.#tunnels) endIfForbidden(socket, tunnel, zoneOfHost);
  }
}

function endIfForbidden(socket: Socket, tunnel: Tunnel, zoneOfHost: ZoneOfHost): void {
  const { exchange } = tunnel;
  const zone = zoneOfHost(exchange.host);
  if (zone === tunnel.zone) return;
  const host = zone?.gatewayHosts?.get(exchange.host);
  if (host && mayCall(host, exchange)) tunnel.zone = zone;
  else socket.destroy();
}
