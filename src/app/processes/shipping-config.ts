import type { ShippingConfig } from '../../contracts/shipping/shipping-channel.ts';
import { accessLogPosition, busFolder, ledgerFile } from '../node/data-dir.ts';
import type { Settings } from '../settings/settings.ts';

/** An interrupted batch is sent again later, so a stopping node waits for it less long than for visitors. */
const LONGEST_DRAIN_SECONDS = 5;

/** The configuration of the shipping process, from the settings. */
export function shippingConfig(settings: Settings, startedAt: number): ShippingConfig {
  const { accessLog: target, accessLogFormat: format } = settings;
  return {
    busFolder: busFolder(settings.dataDir),
    ledgerFile: ledgerFile(settings.dataDir),
    outboundAllow: settings.outboundAllow.map(([network, bits]) => `${network}/${bits}`),
    fileFolder: settings.logFolder,
    bucketCredentials: settings.logCredentials,
    drainSeconds: Math.min(settings.drainSeconds, LONGEST_DRAIN_SECONDS),
    accessLog:
      target === undefined
        ? undefined
        : { target, format, positionFile: accessLogPosition(settings.dataDir), since: startedAt },
  };
}
