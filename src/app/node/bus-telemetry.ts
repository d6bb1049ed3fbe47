import type { TopicStats } from '../../bus/bus.ts';
import type { DiskFullReport } from '../../kernel/disk-errors/disk-full.ts';
import type { PalisadeError } from '../../kernel/palisade-error.ts';
import type { Telemetry } from '../../telemetry/telemetry.ts';

export type BusTelemetry = ReturnType<typeof busTelemetry>;

/**
 * The primary reports the losses that are recorded in the files of the bus; other processes report those that are not
 * recorded there yet.
 */
export const droppedMetric = {
  name: 'bus_dropped',
  help: 'Messages lost per topic because the topic was full, or the disk was full or too slow',
  labels: ['topic'],
} as const;

/** Log lines and metrics of the bus of this node. */
export function busTelemetry({ log, metrics }: Telemetry, reportDiskFull: DiskFullReport) {
  const messages = metrics.gauge({
    name: 'bus_messages',
    help: 'Messages kept per topic',
    labels: ['topic'],
  });
  const bytes = metrics.gauge({
    name: 'bus_bytes',
    help: 'Bytes kept per topic, as they are stored',
    labels: ['topic'],
  });
  const oldest = metrics.gauge({
    name: 'bus_oldest_timestamp_seconds',
    help: 'When the oldest message of a topic was stored; 0 if there is none',
    labels: ['topic'],
  });
  const dropped = metrics.gauge(droppedMetric);
  const lag = metrics.gauge({
    name: 'bus_lag',
    help: 'Messages that a consumer has not handled yet',
    labels: ['topic', 'consumer'],
  });
  return {
    failed(error: PalisadeError) {
      if (!reportDiskFull(error)) log.warn({ err: error }, 'the bus had a problem');
    },
    measured(topics: readonly TopicStats[]) {
      for (const { topic, ...stats } of topics) {
        messages.set({ topic }, stats.messages);
        bytes.set({ topic }, stats.bytes);
        oldest.set({ topic }, stats.oldestAt / 1_000);
        dropped.set({ topic }, stats.dropped);
        for (const each of stats.consumers) lag.set({ topic, consumer: each.consumer }, each.lag);
      }
    },
  };
}
