import { lookup } from 'node:dns/promises';
import { Gateway } from '../../gateway/gateway.ts';
import { gatewayTelemetry } from '../../gateway/gateway-telemetry.ts';
import { systemClock } from '../../kernel/clock.ts';
import type { Telemetry } from '../../telemetry/telemetry.ts';
import { bindSockets } from '../../transport/bind-sockets.ts';
import { gatewayConfig } from '../processes/gateway-config.ts';
import type { Settings } from '../settings/settings.ts';
import type { Part } from './lifecycle.ts';

/**
 * The gateway of a node without upstreams. It only returns errors (no upstream, withdrawn network), so it runs in the
 * primary.
 */
export function idleGatewayPart(settings: Settings, telemetry: Telemetry): Part {
  const gateway = new Gateway({
    config: gatewayConfig(settings),
    clock: systemClock,
    telemetry: gatewayTelemetry(telemetry),
    metrics: telemetry.metrics,
  });
  return {
    name: 'gateway',
    async start() {
      const { address: host } = await lookup(settings.gatewayListen.host);
      await gateway.listen(bindSockets({ ...settings.gatewayListen, host }));
    },
    stop: () => gateway.drain(false),
  };
}
