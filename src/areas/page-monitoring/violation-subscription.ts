import { PAGE_VIOLATIONS_TOPIC } from '../../contracts/events/page-violation.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { AreaSubscription } from '../area-module.ts';
import { itemStore } from './item-store.ts';
import type { PageMonitoringDatabase } from './page-monitoring-tables.ts';
import { readViolation } from './violation-schema.ts';
import { violationStore } from './violation-store.ts';

const BATCH = 500;

/** Counts what did not keep to policies. A violation that comes again is not counted again. */
export function violationSubscription(
  database: PageMonitoringDatabase,
  clock: Clock,
): AreaSubscription {
  return {
    topic: PAGE_VIOLATIONS_TOPIC,
    consumer: 'page-monitoring',
    batchSize: BATCH,
    async handle(messages) {
      const violations = messages.flatMap(({ payload }) => readViolation(payload) ?? []);
      if (violations.length > 0) {
        await database.transaction(async (tx) => {
          await database.lock(tx, 'page violations');
          const policyIds = [...new Set(violations.map(({ fields }) => fields.PolicyID))];
          // Policies may be gone by the time their last reports arrive.
          const known = await violationStore.knownPolicies(tx, policyIds);
          const keyOf = (id: string) => `violation ${id}`;
          const keys = violations.map(({ id }) => keyOf(id));
          const fresh = await itemStore.takeMessages(tx, keys, clock.now());
          const news = violations.filter(
            ({ id, zoneId, fields }) =>
              known.get(fields.PolicyID) === zoneId && fresh.delete(keyOf(id)),
          );
          await violationStore.add(tx, news);
        });
      }
      return { refused: messages.length - violations.length };
    },
  };
}
