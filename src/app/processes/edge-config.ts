import type { EdgeConfig, EdgeGatewayConfig, EdgeTlsConfig } from '../../contracts/edge-channel.ts';
import type { Cidr } from '../../kernel/ip.ts';
import { PalisadeError } from '../../kernel/palisade-error.ts';
import { busFolder, credentialsFolder } from '../node/data-dir.ts';
import { edgeKey } from '../node/edge-key.ts';
import { gatewaySecret } from '../node/gateway-secret.ts';
import { spoolSettings } from '../node/spool-settings.ts';
import type { Settings } from '../settings/settings.ts';

/** The configuration of edge processes, from the settings. */
export function edgeConfig(settings: Settings): Omit<EdgeConfig, 'slot'> {
  return {
    ...settings.edgeListen,
    tls: tlsConfig(settings),
    busFolder: busFolder(settings.dataDir),
    spool: spoolSettings(settings, settings.edgeWorkers),
    credentialsFolder: credentialsFolder(settings.dataDir),
    geoipFiles: settings.geoipFiles,
    key: edgeKey(settings),
    clearanceSeconds: settings.clearanceSeconds,
    traceSampleRate: settings.traceSampleRate,
    failingRules: settings.failingRules,
    hidesSecretsInLog: settings.requestLogRedaction,
    logsUnserved: settings.accessLog !== undefined,
    pages: { sampleRate: settings.pageSampleRate, reportingHost: settings.reportingHost },
    limits: {
      connections: settings.edgeConnections,
      headerBytes: settings.edgeHeaderBytes,
      headerCount: settings.edgeHeaderCount,
      urlBytes: settings.edgeUrlBytes,
      headerSeconds: settings.edgeHeaderSeconds,
      keepAliveSeconds: settings.edgeKeepAliveSeconds,
      bodyBytesPerSecond: settings.edgeBodyRate,
      inspectedBytes: settings.edgeInspectedBytes,
      inspectedSeconds: settings.edgeInspectedSeconds,
    },
    origins: {
      connectSeconds: settings.originConnectSeconds,
      responseSeconds: settings.originResponseSeconds,
      idleSeconds: settings.originIdleSeconds,
      connections: settings.originConnections,
      headerBytes: settings.originHeaderBytes,
      headerCount: settings.originHeaderCount,
      verifyTls: settings.originTlsVerify,
    },
    gateway: gatewayConfig(settings),
    trustedProxies: settings.trustedProxies.map(cidrText),
    clientAddressHeader: settings.clientAddressHeader,
    proxyProtocol: settings.proxyProtocol.map(cidrText),
    drainSeconds: settings.drainSeconds,
    lameDuckMs: settings.lameDuckMs,
  };
}

const cidrText = ([network, bits]: Cidr) => `${network}/${bits}`;

function tlsConfig({ edgeTlsListen, edgeTlsDir }: Settings): EdgeTlsConfig | undefined {
  if (!edgeTlsListen) return undefined;
  if (edgeTlsDir === undefined) {
    throw new PalisadeError(
      'no_certificates',
      'PALISADE_EDGE_TLS_LISTEN needs PALISADE_EDGE_TLS_DIR, the folder of certificates',
    );
  }
  return { ...edgeTlsListen, folder: edgeTlsDir };
}

/** The edge calls a gateway that listens on all addresses over loopback. */
const loopback: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

function gatewayConfig(settings: Settings): EdgeGatewayConfig | undefined {
  if (!settings.roles.has('gateway')) return undefined;
  const { host, port } = settings.gatewayListen;
  return { host: loopback[host] ?? host, port, secret: gatewaySecret(settings) };
}
