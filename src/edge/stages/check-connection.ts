import { problem } from '../edge-response.ts';
import type { RequestStage } from './stage.ts';

/**
 * Refuses requests on connections that the zone does not allow. The handshake has checked the server name of the
 * connection; a request may name a host of another zone, and a resumed session has no server name.
 */
export const checkConnection: RequestStage = ({ zone, tls, stream }) => {
  const limits = zone?.traffic?.tls;
  if (!limits || !tls) return undefined;
  const { version = tls.protocol, noHttp2 } = limits;
  // Requests of the node itself come over no connection.
  const isOtherVersion = tls.protocol !== '' && version !== tls.protocol;
  if (!isOtherVersion && !(noHttp2 && stream.version === '2')) return undefined;
  if (isOtherVersion) stream.endConnection();
  return problem('misdirected');
};
