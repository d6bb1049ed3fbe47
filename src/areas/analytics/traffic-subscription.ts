import { setImmediate } from 'node:timers/promises';
import { HTTP_REQUESTS_TOPIC } from '../../contracts/events/http-request-event.ts';
import type { Clock } from '../../kernel/clock.ts';
import { type StreamPosition, topicPositions } from '../../storage/topic-positions.ts';
import type { AreaSubscription } from '../area-module.ts';
import type { ZoneDirectory } from '../platform/zones/zone-read-model.ts';
import type { AnalyticsDatabase } from './analytics-tables.ts';
import { sumRequests, type ZoneMinute } from './request-sums.ts';
import { figuresOf } from './traffic-figures.ts';
import { trafficStore } from './traffic-store.ts';

/** Batches of the request log per transaction; a batch has up to thousands of requests. */
const BATCH = 50;
const reader = { consumer: 'analytics', topic: HTTP_REQUESTS_TOPIC };

export interface TrafficSubscriptionOptions {
  readonly database: AnalyticsDatabase;
  readonly clock: Clock;
  readonly zones: Pick<ZoneDirectory, 'listAccounts'>;
}

/** Adds up the request log of the node. A batch that is delivered again is not counted again. */
export function trafficSubscription(options: TrafficSubscriptionOptions): AreaSubscription {
  const { database, clock, zones } = options;
  return {
    ...reader,
    batchSize: BATCH,
    async handle(messages) {
      const read: (StreamPosition & { minutes: readonly ZoneMinute[] })[] = [];
      for (const { payload, stream, number } of messages) {
        const minutes = sumRequests(payload);
        if (minutes) read.push({ stream, number, minutes });
        // Other requests to the API are served between two batches.
        await setImmediate();
      }
      const zoneIds = new Set(read.flatMap(({ minutes }) => minutes.map(({ zoneId }) => zoneId)));
      const existing = zoneIds.size > 0 ? await zones.listAccounts([...zoneIds]) : [];
      const accounts = new Map(existing.map(({ id, accountId }) => [id, accountId]));
      await database.transaction(async (tx) => {
        await database.lock(tx, 'traffic figures');
        const unread = await topicPositions.advance(tx, reader, read, clock.now());
        for (const figures of figuresOf(
          unread.flatMap(({ minutes }) => minutes),
          accounts,
        )) {
          await trafficStore.add(tx, figures);
          await database.rest();
        }
      });
      return { refused: messages.length - read.length };
    },
  };
}
