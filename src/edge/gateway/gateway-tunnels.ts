import type { Socket } from 'node:net';
import type { Exchange } from '../exchange.ts';
import type { ZoneRuntime } from '../zone-runtime.ts';
import { mayCall } from './may-call.ts';

interface Tunnel {
  readonly exchange: Exchange;
  /** The last version of the zone that was checked and allows the call. */
  zone: ZoneRuntime | undefined;
}

type ZoneOfHost = (host: string) => ZoneRuntime | undefined;

/** The open WebSockets to the gateway. They are long-lived, so their host or key may be deleted while they are open. */
export class GatewayTunnels {
  readonly #tunnels = new Map<Socket, Tunnel>();

  /** Checks at once, because the zone may have changed while the gateway opened the WebSocket. */
  add(socket: Socket, exchange: Exchange, zoneOfHost: ZoneOfHost): void {
    const tunnel = { exchange, zone: exchange.zone };
    this.#tunnels.set(socket, tunnel);
    socket.once('close', () => this.#tunnels.delete(socket));
    endIfForbidden(socket, tunnel, zoneOfHost);
  }

  /** Closes the WebSockets that the current configuration does not allow. */
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
