import { setImmediate } from 'node:timers/promises';
import { FIREWALL_EVENTS_TOPIC } from '../../contracts/events/firewall-event.ts';
import type { AreaSubscription } from '../area-module.ts';
import type { ZoneDirectory } from '../platform/zones/zone-read-model.ts';
import { readEvent } from './security-event-schema.ts';
import { securityEventStore } from './security-event-store.ts';
import type { SecurityEventsDatabase } from './security-events-tables.ts';

const BATCH = 500;
/** Rows per transaction: about ten milliseconds on SQLite, which runs on the thread that serves the API. */
const ROWS_PER_TRANSACTION = 100;

/** Stores the events that the edge publishes. Idempotent: a redelivered batch changes nothing. */
export function securityEventSubscription(
  database: SecurityEventsDatabase,
  zones: Pick<ZoneDirectory, 'existing'>,
): AreaSubscription {
  return {
    topic: FIREWALL_EVENTS_TOPIC,
    consumer: 'security-events',
    batchSize: BATCH,
    async handle(messages) {
      const events = messages.flatMap(({ payload }) => readEvent(payload) ?? []);
      const existing = await zones.existing(events.map(({ zoneId }) => zoneId));
      const wanted = events.filter(({ zoneId }) => existing.has(zoneId));
      for (let from = 0; from < wanted.length; from += ROWS_PER_TRANSACTION) {
        const rows = wanted.slice(from, from + ROWS_PER_TRANSACTION);
        await database.transaction((tx) => securityEventStore.insert(tx, rows));
        await setImmediate();
      }
      return { refused: messages.length - events.length };
    },
  };
}
