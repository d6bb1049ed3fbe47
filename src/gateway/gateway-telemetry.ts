import type { Telemetry } from '../telemetry/telemetry.ts';
import type { UpstreamEvent } from './upstreams/upstream-node.ts';

export type GatewayTelemetry = ReturnType<typeof gatewayTelemetry>;

/** Log lines and metrics of the gateway. */
export function gatewayTelemetry({ log }: Telemetry) {
  return {
    failed: (error: unknown) => log.error({ err: error }, 'a call to the gateway failed'),
    upstream(event: UpstreamEvent) {
      const { upstream } = event;
      if (event.type === 'back') log.info({ upstream }, 'an upstream is used again');
      else log.warn({ upstream, reason: event.reason }, 'an upstream is left out');
    },
    serving: (port: number, networks: readonly string[]) =>
      log.info({ port, networks }, 'the gateway serves'),
  };
}
