import {
  FIREWALL_COMPARISONS_TOPIC,
  type FirewallComparison,
} from '../../../contracts/events/firewall-comparison.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { topicPositions } from '../../../storage/topic-positions.ts';
import type { AreaSubscription } from '../../area-module.ts';
import type { ZoneDirectory } from '../../platform/zones/zone-read-model.ts';
import type {
  FirewallComparisonTable,
  FirewallMigrationDatabase,
} from '../firewall-migration-tables.ts';
import { readComparisons } from './comparison-schema.ts';
import { comparisonStore } from './comparison-store.ts';

const BATCH = 100;
const reader = { consumer: 'firewall-migration', topic: FIREWALL_COMPARISONS_TOPIC };

export interface ComparisonSubscriptionOptions {
  readonly database: FirewallMigrationDatabase;
  readonly clock: Clock;
  readonly zones: ZoneDirectory;
}

/** Stores the counts of edge processes. A message that is delivered twice is counted once. */
export function comparisonSubscription(options: ComparisonSubscriptionOptions): AreaSubscription {
  const { database, clock, zones } = options;
  return {
    ...reader,
    batchSize: BATCH,
    async handle(messages) {
      const read = messages.flatMap(({ payload, ...message }) => {
        const comparisons = readComparisons(payload);
        return comparisons ? [{ ...message, comparisons }] : [];
      });
      const ids = read.flatMap(({ comparisons }) => comparisons.zones.map(({ zoneId }) => zoneId));
      const existing = await zones.existing(new Set(ids));
      await database.transaction(async (tx) => {
        await database.lock(tx, 'firewall comparisons');
        const unread = await topicPositions.advance(tx, reader, read, clock.now());
        const all = unread.flatMap(({ comparisons }) => comparisons.zones);
        await comparisonStore.add(tx, rowsOf(all.filter(({ zoneId }) => existing.has(zoneId))));
      });
      return { refused: messages.length - read.length };
    },
  };
}

function rowsOf(all: readonly FirewallComparison[]): FirewallComparisonTable[] {
  const rows = new Map<string, FirewallComparisonTable>();
  const add = (row: FirewallComparisonTable) => {
    const key = `${row.zone_id} ${row.kind} ${row.name}`;
    const known = rows.get(key);
    if (!known) rows.set(key, row);
    else {
      known.requests += row.requests;
      known.alone += row.alone;
    }
  };
  for (const { zoneId: zone_id, requests, rules } of all) {
    for (const [name, count] of Object.entries(requests)) {
      add({ zone_id, kind: 'requests', name, requests: count, alone: 0 });
    }
    for (const { firewall: kind, ruleId: name, requests: count, alone } of rules) {
      add({ zone_id, kind, name, requests: count, alone });
    }
  }
  return [...rows.values()];
}
