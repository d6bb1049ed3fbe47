import { setImmediate } from 'node:timers/promises';
import type { BusMessage } from '../../bus/bus.ts';
import { HTTP_REQUESTS_TOPIC } from '../../contracts/events/http-request-event.ts';
import type { Clock } from '../../kernel/clock.ts';
import { topicPositions } from '../../storage/topic-positions.ts';
import type { AreaSubscription } from '../area-module.ts';
import type { ZoneDirectory } from '../platform/zones/zone-read-model.ts';
import type { AnalyticsDatabase } from './analytics-tables.ts';
import { RequestSums } from './request-sums.ts';
import { figuresOf } from './traffic-figures.ts';
import { trafficStore } from './traffic-store.ts';

/** Batches of the request log per transaction; a batch has up to thousands of requests. */
const BATCH = 50;
/** Each transaction reads and writes all current periods, however many requests it adds. */
const POLL_MS = 1_000;
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
    pollMs: POLL_MS,
    async handle(messages) {
      const all = await addUp(messages);
      const zoneIds = new Set(all.minutes.map(({ zoneId }) => zoneId));
      const existing = zoneIds.size > 0 ? await zones.listAccounts([...zoneIds]) : [];
      const accounts = new Map(existing.map(({ id, accountId }) => [id, accountId]));
      await database.transaction(async (tx) => {
        await database.lock(tx, 'traffic figures');
        const unread = await topicPositions.advance(tx, reader, all.read, clock.now());
        // Only messages that are delivered again are read already.
        const { minutes } = unread.length === all.read.length ? all : await addUp(unread);
        for (const figures of figuresOf(minutes, accounts)) {
          await trafficStore.add(tx, figures);
          await database.rest();
        }
      });
      return { refused: messages.length - all.read.length };
    },
  };
}

async function addUp<Message extends Pick<BusMessage, 'payload'>>(messages: readonly Message[]) {
  const sums = new RequestSums();
  const read: Message[] = [];
  for (const message of messages) {
    if (sums.add(message.payload)) read.push(message);
    // Other requests to the API are served between two batches.
    await setImmediate();
  }
  return { minutes: sums.minutes(), read };
}
