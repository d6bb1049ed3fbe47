import { GATEWAY_USAGE_TOPIC, type GatewayUsage } from '../../../contracts/events/gateway-usage.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { topicPositions } from '../../../storage/topic-positions.ts';
import type { AreaSubscription } from '../../area-module.ts';
import type { RpcGatewayDatabase, UsageTable } from '../rpc-gateway-tables.ts';
import { hourOf } from './usage-model.ts';
import { readGatewayUsage } from './usage-schema.ts';
import { usageStore } from './usage-store.ts';

const BATCH = 100;

const reader = { consumer: 'rpc-gateway', topic: GATEWAY_USAGE_TOPIC };

/** Stores the counts of hostnames by the hour. Redelivered messages are deduplicated. */
export function usageSubscription(database: RpcGatewayDatabase, clock: Clock): AreaSubscription {
  return {
    ...reader,
    batchSize: BATCH,
    async handle(messages) {
      const read = messages.flatMap(({ payload, ...message }) => {
        const usage = readGatewayUsage(payload);
        return usage ? [{ ...message, usage }] : [];
      });
      if (read.length > 0) {
        await database.transaction(async (tx) => {
          await database.lock(tx, 'gateway usage');
          const unread = await topicPositions.advance(tx, reader, read, clock.now());
          await usageStore.add(tx, rowsOf(unread.map(({ usage }) => usage)));
        });
      }
      return { refused: messages.length - read.length };
    },
  };
}

function rowsOf(all: readonly GatewayUsage[]): UsageTable[] {
  const rows = new Map<string, UsageTable>();
  for (const { at, counts } of all) {
    const hour_at = hourOf(at);
    for (const [hostname_id, status, requests] of counts) {
      const key = `${hostname_id} ${hour_at} ${status}`;
      const row = rows.get(key) ?? { hostname_id, hour_at, status, requests: 0 };
      row.requests += requests;
      rows.set(key, row);
    }
  }
  return [...rows.values()];
}
