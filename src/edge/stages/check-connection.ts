import { problem } from '../edge-response.ts';
import type { ZoneRuntime } from '../zone-runtime.ts';
import { neededIn, type RequestStage } from './stage.ts';

const limitsConnections = ({ traffic }: ZoneRuntime) => traffic?.tls !== undefined;

/**
 * Refuses requests on connections that the zone does not allow. The handshake has checked the server name of the
 * connection, but a request may be for a host of another zone, a resumed session has no server name, and settings
 * change while connections are open.
 */
export const checkConnection: RequestStage = neededIn(limitsConnections, (exchange) => {
  const { zone, tls, stream, host } = exchange;
  const limits = zone?.traffic?.tls;
  if (!limits || !tls) return undefined;
  const { version = tls.protocol, noHttp2 } = limits;
  // Requests of the node itself have no connection, and so no TLS version.
  const isOtherVersion = tls.protocol !== '' && version !== tls.protocol;
  if (!isOtherVersion && !(noHttp2 && stream.version === '2')) return undefined;
  // After a 421 visitors retry on a connection for the host. If this connection is for that host, it is retired.
  const { serverName = host } = tls;
  if (serverName === host) stream.retireConnection();
  return problem('misdirected');
});
