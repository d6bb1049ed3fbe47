import type { Telemetry } from '../telemetry/telemetry.ts';

export type GatewayTelemetry = ReturnType<typeof gatewayTelemetry>;

/** Log lines and metrics of the gateway. */
export function gatewayTelemetry({ log }: Telemetry) {
  return {
    failed: (error: unknown) => log.error({ err: error }, 'a call to the gateway failed'),
    serving: (port: number, networks: readonly string[]) =>
      log.info({ port, networks }, 'the gateway serves'),
  };
}
