import { REQUEST_TRACES_TOPIC } from '../../contracts/events/request-trace.ts';
import type { AreaSubscription } from '../area-module.ts';
import type { ZoneDirectory } from '../platform/zones/zone-read-model.ts';
import { readTrace } from './request-trace-schema.ts';
import { requestTraceStore } from './request-trace-store.ts';
import type { SecurityEventsDatabase } from './security-events-tables.ts';

const BATCH = 100;

/** Stores the traces that the edge publishes. Idempotent: a redelivered batch changes nothing. */
export function requestTraceSubscription(
  database: SecurityEventsDatabase,
  zones: Pick<ZoneDirectory, 'existing'>,
): AreaSubscription {
  return {
    topic: REQUEST_TRACES_TOPIC,
    consumer: 'security-events',
    batchSize: BATCH,
    async handle(messages) {
      const traces = messages.flatMap(({ payload }) => readTrace(payload) ?? []);
      const existing = await zones.existing(traces.map(({ zoneId }) => zoneId));
      const wanted = traces.filter(({ zoneId }) => existing.has(zoneId));
      if (wanted.length > 0) {
        await database.transaction((tx) => requestTraceStore.insert(tx, wanted));
      }
      return { refused: messages.length - traces.length };
    },
  };
}
