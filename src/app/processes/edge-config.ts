import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EdgeConfig, EdgeTlsConfig } from '../../contracts/edge-channel.ts';
import { PalisadeError } from '../../kernel/palisade-error.ts';
import { credentialsFolder } from '../node/data-dir.ts';
import type { Settings } from '../settings/settings.ts';

export const busFolder = ({ dataDir }: Pick<Settings, 'dataDir'>): string => join(dataDir, 'bus');

/** The configuration of edge processes, from the settings. */
export function edgeConfig(settings: Settings): Omit<EdgeConfig, 'slot'> {
  return {
    ...settings.edgeListen,
    tls: tlsConfig(settings),
    busFolder: busFolder(settings),
    credentialsFolder: credentialsFolder(settings.dataDir),
    key: settings.edgeKey ?? edgeKey(settings.dataDir),
    clearanceSeconds: settings.clearanceSeconds,
    traceSampleRate: settings.traceSampleRate,
    failingRules: settings.failingRules,
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
      verifyTls: settings.originTlsVerify,
    },
    trustedProxies: settings.trustedProxies.map(([network, bits]) => `${network}/${bits}`),
    clientAddressHeader: settings.clientAddressHeader,
    drainSeconds: settings.drainSeconds,
    lameDuckMs: settings.lameDuckMs,
  };
}

/** Made once and kept for the owner of the data folder only. */
function edgeKey(dataDir: string): string {
  const file = join(dataDir, 'edge-key');
  try {
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
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
