import type { RuleExceptionSnapshot } from '../../../contracts/snapshot/rule-exceptions-section.ts';
import { parseTimestamp } from '../../../kernel/timestamp.ts';
import type { SnapshotSection } from '../../area-module.ts';
import type { RulesetsDatabase } from '../rulesets-tables.ts';
import type { RuleException } from './exception-model.ts';
import { mapException } from './exception-store.ts';

/** Compiles the rule exceptions of zones for the edge. */
export function exceptionSnapshot(database: RulesetsDatabase): SnapshotSection<'ruleExceptions'> {
  return {
    name: 'ruleExceptions',
    resources: ['zone', 'rule_exception'],
    // Without it, rules would block what they must not.
    isRequired: true,
    async build(zoneIds) {
      let query = database.read.selectFrom('rule_exceptions').selectAll();
      if (zoneIds !== 'all') query = query.where('zone_id', 'in', [...zoneIds]);
      const rows = await query.orderBy('created_at').orderBy('id').execute();
      const byZone = Map.groupBy(rows.map(mapException), ({ zoneId }) => zoneId);
      return new Map(
        byZone.entries().map(([zoneId, found]) => [zoneId, { exceptions: found.map(snapshotOf) }]),
      );
    },
  };
}

function snapshotOf({ document }: RuleException): RuleExceptionSnapshot {
  const { rule_id: ruleId, path, place, field, expires_at: end } = document;
  const endAt = end ? parseTimestamp(end) : undefined;
  return { ruleId, path, place, field, ...(endAt !== undefined && { endAt }) };
}
