import {
  ORIGIN_RESULTS_TOPIC,
  type OriginResults,
} from '../../../contracts/events/origin-results.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { TtlCache } from '../../../kernel/ttl-cache.ts';
import { topicPositions } from '../../../storage/topic-positions.ts';
import type { AreaSubscription } from '../../area-module.ts';
import type { EnabledPolicies } from '../../notifications/policies/enabled-policy-read-model.ts';
import type { LoadBalancingDatabase, OriginErrorMinuteTable } from '../load-balancing-tables.ts';
import { KEEP_MS, minuteOf } from './origin-error-model.ts';
import { originMinuteStore } from './origin-minute-store.ts';
import { readOriginResults } from './origin-results-schema.ts';
import { watchedZones } from './watched-objectives.ts';

const BATCH = 100;
/** How long a new policy may wait until requests are counted for it. */
const WATCHED_MS = 10_000;

const reader = { consumer: 'load-balancing', topic: ORIGIN_RESULTS_TOPIC };

export interface OriginResultsOptions {
  readonly database: LoadBalancingDatabase;
  readonly clock: Clock;
  readonly policies: EnabledPolicies;
}

/** Stores the counts of zones that policies watch. A message that is delivered again is not counted again. */
export function originResultsSubscription(options: OriginResultsOptions): AreaSubscription {
  const { database, clock, policies } = options;
  const watched = new TtlCache({ capacity: 1, keepMs: WATCHED_MS, clock }, (_: 'zones') =>
    watchedZones(policies),
  );
  return {
    ...reader,
    batchSize: BATCH,
    async handle(messages) {
      const read = messages.flatMap(({ payload, ...message }) => {
        const results = readOriginResults(payload);
        return results ? [{ ...message, results }] : [];
      });
      const zones = await watched.get('zones');
      const wanted = read.flatMap(({ results, ...message }) => {
        const isKept = results.at > clock.now() - KEEP_MS;
        const counts = isKept ? results.zones.filter(([zoneId]) => zones?.has(zoneId)) : [];
        return counts.length > 0 ? [{ ...message, results: { ...results, zones: counts } }] : [];
      });
      if (wanted.length > 0) {
        await database.transaction(async (tx) => {
          await database.lock(tx, 'origin results');
          const unread = await topicPositions.advance(tx, reader, wanted, clock.now());
          await originMinuteStore.add(tx, rowsOf(unread.map(({ results }) => results)));
        });
      }
      return { refused: messages.length - read.length };
    },
  };
}

function rowsOf(all: readonly OriginResults[]): OriginErrorMinuteTable[] {
  const rows = new Map<string, OriginErrorMinuteTable>();
  for (const { at, zones } of all) {
    const minute_at = minuteOf(at);
    for (const [zone_id, requests, errors] of zones) {
      const key = `${minute_at} ${zone_id}`;
      const row = rows.get(key) ?? { zone_id, minute_at, requests: 0, errors: 0 };
      row.requests += requests;
      row.errors += errors;
      rows.set(key, row);
    }
  }
  return [...rows.values()];
}
