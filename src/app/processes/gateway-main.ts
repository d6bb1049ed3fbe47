/** The main file of the gateway process, which has neither the database nor the settings. */
import type { GatewayChannel } from '../../contracts/gateway/gateway-channel.ts';
import { Gateway } from '../../gateway/gateway.ts';
import { gatewayTelemetry } from '../../gateway/gateway-telemetry.ts';
import { systemClock } from '../../kernel/clock.ts';
import { runAtIdlePriority } from './kit/idle-priority.ts';
import { runProcess } from './kit/run-process.ts';

/**
 * A flood of calls must not slow visitors or the API. Where they leave the gateway no time for this long, it gets some, because those
 * who call wait for it.
 */
const LOOK_MS = 100;
const LATE_MS = 400;
const CATCH_UP_MS = 10_000;

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
      // The node waits for the gateway when it starts, so only calls have to wait for others.
      await runAtIdlePriority({
        clock: systemClock,
        lookMs: LOOK_MS,
        lateMs: LATE_MS,
        catchUpMs: CATCH_UP_MS,
      });
    },
    drain: (isReplaced) => gateway.drain(isReplaced),
  };
});
