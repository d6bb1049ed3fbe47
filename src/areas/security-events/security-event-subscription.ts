import { FIREWALL_EVENTS_TOPIC } from '../../contracts/events/firewall-event.ts';
import type { AreaSubscription } from '../area-module.ts';
import type { ZoneDirectory } from '../platform/zone-read-model.ts';
import { readEvent } from './security-event-schema.ts';
import { securityEventStore } from './security-event-store.ts';
import type { SecurityEventsDatabase } from './security-events-tables.ts';

const BATCH = 500;

/** Stores what the edge reports. A batch that comes again changes nothing. */
export function securityEventSubscription(
  database: SecurityEventsDatabase,
  zones: ZoneDirectory,
): AreaSubscription {
  return {
    topic: FIREWALL_EVENTS_TOPIC,
    consumer: 'security-events',
    batchSize: BATCH,
    async handle(messages) {
      const events = messages.flatMap(({ payload }) => readEvent(payload) ?? []);
      const zoneIds = [...new Set(events.map(({ zoneId }) => zoneId))];
      // Zones may be gone by the time their last events arrive.
      const known = zoneIds.length > 0 ? await zones.listAccounts(zoneIds) : [];
      const ids = new Set(known.map(({ id }) => id));
      const wanted = events.filter(({ zoneId }) => ids.has(zoneId));
      if (wanted.length > 0) {
        await database.transaction((tx) => securityEventStore.insert(tx, wanted));
      }
      return { refused: messages.length - events.length };
    },
  };
}
