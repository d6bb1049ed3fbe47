import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import type { Measured } from './measured.ts';

/**
 * Event loop delay, under the names that Prometheus clients of Node use. Those clients sample with a timer, which wakes an idle
 * process a hundred times a second. Here every iteration of the event loop is measured, and none is added.
 */
export class EventLoopMetrics {
  readonly #turns = monitorEventLoopDelay({ samplePerIteration: true });

  constructor() {
    this.#turns.enable();
    // The first measured iteration includes the wait before it, which this timer keeps short.
    setTimeout(() => {}, 0).unref();
  }

  /** The delays since the last call. */
  async read(prefix: string, labels: Readonly<Record<string, string>>): Promise<Measured[]> {
    const gauge = (
      name: string,
      help: string,
      aggregator: Measured['aggregator'],
      nanoseconds: number,
    ): Measured => ({
      name: `${prefix}nodejs_eventloop_lag_${name}`,
      help,
      type: 'gauge',
      aggregator,
      values: [{ labels, value: nanoseconds / 1e9 }],
    });
    const start = performance.now();
    await setImmediate();
    const lag = (performance.now() - start) * 1e6;
    const turns = this.#turns;
    const isEmpty = turns.count === 0;
    const of = (value: number) => (isEmpty ? 0 : value);
    const what = 'of the recorded event loop delays.';
    const measured = [
      gauge('seconds', 'Lag of event loop in seconds.', 'average', lag),
      gauge('min_seconds', 'The minimum recorded event loop delay.', 'min', of(turns.min)),
      gauge('max_seconds', 'The maximum recorded event loop delay.', 'max', of(turns.max)),
      gauge('mean_seconds', `The mean ${what}`, 'average', of(turns.mean)),
      gauge('stddev_seconds', `The standard deviation ${what}`, 'average', of(turns.stddev)),
      ...[50, 90, 99].map((percentile) =>
        gauge(
          `p${percentile}_seconds`,
          `The ${percentile}th percentile ${what}`,
          'average',
          of(turns.percentile(percentile)),
        ),
      ),
    ];
    turns.reset();
    return measured;
  }
}
