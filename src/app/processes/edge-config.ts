import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EdgeConfig, EdgeTlsConfig } from '../../contracts/edge-channel.ts';
import type { Cidr } from '../../kernel/ip.ts';
import { PalisadeError } from '../../kernel/palisade-error.ts';
import { busFolder, credentialsFolder } from '../node/data-dir.ts';
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
    key: settings.edgeKey ?? edgeKey(settings.dataDir),
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
      verifyTls: settings.originTlsVerify,
    },
    trustedProxies: settings.trustedProxies.map(cidrText),
    clientAddressHeader: settings.clientAddressHeader,
    proxyProtocol: settings.proxyProtocol.map(cidrText),
    drainSeconds: settings.drainSeconds,
    lameDuckMs: settings.lameDuckMs,
  };
}

const cidrText = ([network, bits]: Cidr) => `${network}/${bits}`;

/** Created once, in a file that only the owner of the data folder can read. */
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
