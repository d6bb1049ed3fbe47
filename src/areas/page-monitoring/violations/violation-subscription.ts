import { PAGE_VIOLATIONS_TOPIC } from '../../../contracts/events/page-violation.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { topicPositions } from '../../../storage/topic-positions.ts';
import type { AreaSubscription } from '../../area-module.ts';
import type { PageMonitoringDatabase } from '../page-monitoring-tables.ts';
import { readViolation } from './violation-schema.ts';
import { violationStore } from './violation-store.ts';

const BATCH = 500;

const reader = { consumer: 'page-monitoring', topic: PAGE_VIOLATIONS_TOPIC };

/** Counts violations of policies. A message that is delivered again is not counted again. */
export function violationSubscription(
  database: PageMonitoringDatabase,
  clock: Clock,
): AreaSubscription {
  return {
    ...reader,
    batchSize: BATCH,
    async handle(messages) {
      const violations = messages.flatMap(({ payload, ...message }) => {
        const violation = readViolation(payload);
        return violation ? [{ ...message, violation }] : [];
      });
      if (violations.length > 0) {
        await database.transaction(async (tx) => {
          await database.lock(tx, 'page violations');
          const policyIds = [
            ...new Set(violations.map(({ violation }) => violation.fields.PolicyID)),
          ];
          // Reports may arrive after their policy was deleted.
          const known = await violationStore.knownPolicies(tx, policyIds);
          const fresh = await topicPositions.advance(tx, reader, violations, clock.now());
          const counted = fresh
            .map(({ violation }) => violation)
            .filter(({ zoneId, fields }) => known.get(fields.PolicyID) === zoneId);
          await violationStore.add(tx, counted);
        });
      }
      return { refused: messages.length - violations.length };
    },
  };
}
