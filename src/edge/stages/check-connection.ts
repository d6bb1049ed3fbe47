import { problem } from '../edge-response.ts';
import type { ZoneRuntime } from '../zone-runtime.ts';
import { neededIn, type RequestStage } from './stage.ts';

const limitsConnections = ({ traffic }: ZoneRuntime) => traffic?.tls !== undefined;

/**
 * Refuses requests on connections that the zone does not allow. The handshake has checked the server name of the
 * connection; a request may name a host of another zone, a resumed session has no server name, and settings change
 * while connections are open.
 */
export const checkConnection: RequestStage = neededIn(limitsConnections, (exchange) => {
  const { zone, tls, stream, host } = exchange;
  const limits = zone?.traffic?.tls;
  if (!limits || !tls) return undefined;
  const { version = tls.protocol, noHttp2 } = limits;
  // Requests of the node itself come over no connection.
  const isOtherVersion = tls.protocol !== '' && version !== tls.protocol;
  if (!isOtherVersion && !(noHttp2 && stream.version === '2')) return undefined;
  // Visitors repeat the request on a connection for its host. If this is the one, it must not stay.
  const { serverName = host } = tls;
  if (serverName === host) stream.retireConnection();
  return problem('misdirected');
});
