/** The main file of the gateway process, which has neither the database nor the settings. */
import type { GatewayChannel } from '../../contracts/gateway/gateway-channel.ts';
import { Gateway } from '../../gateway/gateway.ts';
import { gatewayTelemetry } from '../../gateway/gateway-telemetry.ts';
import { systemClock } from '../../kernel/clock.ts';
import { runProcess } from './kit/run-process.ts';

runProcess<GatewayChannel>(async ({ config, sockets }, { telemetry: base }) => {
  const telemetry = gatewayTelemetry(base);
  const gateway = new Gateway({
    config,
    clock: systemClock,
    telemetry,
    metrics: base.metrics,
  });
  return {
    update() {},
    async serve() {
      const port = await gateway.listen(sockets.map((fd) => ({ fd })));
      telemetry.serving(
        port,
        config.networks.map(({ name }) => name),
      );
    },
    drain: (isReplaced) => gateway.drain(isReplaced),
  };
});
