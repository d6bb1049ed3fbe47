import type { AreaModule } from '../../areas/area-module.ts';
import type { Subscriber, Subscription } from '../../bus/bus.ts';
import type { Telemetry } from '../../telemetry/telemetry.ts';
import type { RetryingPart } from './resume-on-return.ts';

/** The areas' subscriptions on the bus of this node. If a handler throws, the bus delivers its batch again. */
export function subscriptionsPart(
  bus: Subscriber,
  modules: readonly AreaModule[],
  { metrics }: Telemetry,
): RetryingPart {
  const refused = metrics.counter({
    name: 'bus_refused_total',
    help: 'Messages that a consumer could not parse, or dropped because of a limit',
    labels: ['topic', 'consumer'],
  });
  const running: Subscription[] = [];
  return {
    name: 'subscriptions',
    async start() {
      for (const { topic, consumer, batchSize, pollMs, handle } of modules.flatMap(
        (module) => module.subscriptions ?? [],
      )) {
        const subscription = await bus.consume({
          topic,
          consumer,
          batchSize,
          pollMs,
          async handler(messages, signal) {
            const outcome = await handle(messages, signal);
            if (outcome.refused > 0) refused.inc({ topic, consumer }, outcome.refused);
          },
        });
        running.push(subscription);
      }
    },
    retryNow() {
      for (const subscription of running) subscription.retryNow();
    },
    async stop() {
      await Promise.all(running.map((subscription) => subscription.stop()));
    },
  };
}
