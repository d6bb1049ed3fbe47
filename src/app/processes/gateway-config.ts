import type { GatewayConfig, GatewayLimits } from '../../contracts/gateway/gateway-channel.ts';
import { hashSecret } from '../../kernel/secret.ts';
import { gatewaySecret } from '../node/gateway-secret.ts';
import type { Settings } from '../settings/settings.ts';

const MIB = 1024 * 1024;

/** The configuration of the gateway, from the settings. */
export function gatewayConfig(settings: Settings): GatewayConfig {
  return {
    networks: settings.gatewayUpstreams,
    accessKeyHashes: settings.gatewayKeys.map(hashSecret),
    edgeSecret: gatewaySecret(settings),
    drainSeconds: settings.drainSeconds,
    limits: gatewayLimits(settings),
  };
}

/** Only the limits, which can be read without a data folder. */
export function gatewayLimits({ gatewayRateLimit, gatewayBodyBytes }: Settings): GatewayLimits {
  const { quota, windowSeconds } = gatewayRateLimit;
  return {
    bodyBytes: gatewayBodyBytes,
    bodyMs: 15_000,
    batchItems: 100,
    responseBytes: 5 * MIB,
    combinedBytes: 32 * MIB,
    waitingBytes: 256 * MIB,
    timeoutMs: 5_000,
    clientRate: quota / windowSeconds,
    clientBurst: (quota / windowSeconds) * 2,
    connections: 4_096,
    cacheBytes: 64 * MIB,
  };
}
