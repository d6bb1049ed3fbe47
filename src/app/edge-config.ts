import { join } from 'node:path';
import type { EdgeConfig, EdgeTlsConfig } from '../contracts/edge-channel.ts';
import { PalisadeError } from '../kernel/palisade-error.ts';
import { credentialsFolder } from './credential-stores.ts';
import type { Settings } from './settings.ts';

export const busFolder = ({ dataDir }: Pick<Settings, 'dataDir'>): string => join(dataDir, 'bus');

/** What edge processes are told, from the settings. */
export function edgeConfig(settings: Settings, prettyLogs: boolean): Omit<EdgeConfig, 'slot'> {
  return {
    ...settings.edgeListen,
    tls: tlsConfig(settings),
    busFolder: busFolder(settings),
    credentialsFolder: credentialsFolder(settings.dataDir),
    limits: {
      connections: settings.edgeConnections,
      headerBytes: settings.edgeHeaderBytes,
      headerCount: settings.edgeHeaderCount,
      urlBytes: settings.edgeUrlBytes,
      headerSeconds: settings.edgeHeaderSeconds,
      keepAliveSeconds: settings.edgeKeepAliveSeconds,
      bodyBytesPerSecond: settings.edgeBodyRate,
      inspectedBytes: settings.edgeInspectedBytes,
    },
    origins: {
      connectSeconds: settings.originConnectSeconds,
      responseSeconds: settings.originResponseSeconds,
      idleSeconds: settings.originIdleSeconds,
      connections: settings.originConnections,
      verifyTls: settings.originTlsVerify,
    },
    trustedProxies: settings.trustedProxies.map(([network, bits]) => `${network}/${bits}`),
    clientAddressHeader: settings.clientAddressHeader,
    drainSeconds: settings.drainSeconds,
    logLevel: settings.logLevel,
    prettyLogs,
  };
}

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
