import { createHash } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import { LONGEST_URL } from '../../../contracts/events/page-observation.ts';
import type { PageViolation } from '../../../contracts/events/page-violation.ts';
import type {
  Db,
  PageViolationCountTable,
  PageViolationSampleTable,
  Tx,
} from '../page-monitoring-tables.ts';

const HOUR_MS = 3_600_000;
/** Rows in one statement. */
const ROWS = 50;
/** The most samples of one policy. */
const SAMPLES_PER_POLICY = 1_000;

/** Counts and samples of violations. Equal violations share a row. */
export const violationStore = {
  /** The existing policies, with their zones. */
  async knownPolicies(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map();
    const rows = await db
      .selectFrom('page_policies')
      .select(['id', 'zone_id'])
      .where('id', 'in', [...ids])
      .execute();
    return new Map(rows.map((row) => [row.id, row.zone_id]));
  },

  async add(tx: Tx, violations: readonly PageViolation[]): Promise<void> {
    await addCounts(tx, mergeCounts(violations));
    await addSamples(tx, mergeSamples(violations));
  },

  /**
   * Deletes samples above the limit of a policy. Half of the limit is for the newest samples and half for the most
   * frequent ones: an attacker who sends many forged reports, each once, must not displace the others.
   */
  async trimSamples(tx: Tx, policyId: string): Promise<void> {
    const samples = tx.selectFrom('page_violation_samples').where('policy_id', '=', policyId);
    const half = SAMPLES_PER_POLICY / 2;
    const { total } = await samples
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    if (Number(total) <= SAMPLES_PER_POLICY) return;
    const firstAfter = (column: 'last_seen_at' | 'count') =>
      samples
        .select(`${column} as value`)
        .orderBy(column, 'desc')
        .offset(half)
        .limit(1)
        .executeTakeFirstOrThrow();
    await tx
      .deleteFrom('page_violation_samples')
      .where('policy_id', '=', policyId)
      .where('last_seen_at', '<=', (await firstAfter('last_seen_at')).value)
      .where('count', '<=', (await firstAfter('count')).value)
      .execute();
  },

  async removeBefore(tx: Tx, time: number): Promise<void> {
    await tx.deleteFrom('page_violation_counts').where('hour_at', '<', time).execute();
    await tx.deleteFrom('page_violation_samples').where('last_seen_at', '<', time).execute();
  },
};

function mergeCounts(violations: readonly PageViolation[]): Insertable<PageViolationCountTable>[] {
  const counts = new Map<string, Insertable<PageViolationCountTable>>();
  for (const { fields, suppressed = 0 } of violations) {
    const hour = Math.floor(fields.Timestamp / HOUR_MS) * HOUR_MS;
    const key = `${fields.PolicyID} ${hour} ${fields.ResourceType}`;
    const count = (counts.get(key)?.count ?? 0) + 1 + suppressed;
    counts.set(key, {
      policy_id: fields.PolicyID,
      hour_at: hour,
      resource_type: fields.ResourceType,
      count,
    });
  }
  return [...counts.values()];
}

function mergeSamples(
  violations: readonly PageViolation[],
): Insertable<PageViolationSampleTable>[] {
  const samples = new Map<string, Insertable<PageViolationSampleTable>>();
  for (const { fields } of violations) {
    const text = [fields.PolicyID, fields.CSPDirective, fields.URL].join('\n');
    const id = createHash('sha256').update(text).digest('hex').slice(0, 32);
    const known = samples.get(id);
    samples.set(id, {
      id,
      policy_id: fields.PolicyID,
      directive: fields.CSPDirective,
      url: fields.URL.slice(0, LONGEST_URL).toWellFormed(),
      url_host: fields.URLHost,
      resource_type: fields.ResourceType,
      action: fields.Action,
      host: fields.Host,
      page_url: fields.PageURL.slice(0, LONGEST_URL).toWellFormed(),
      count: (known?.count ?? 0) + 1,
      first_seen_at: Math.min(known?.first_seen_at ?? fields.Timestamp, fields.Timestamp),
      last_seen_at: Math.max(known?.last_seen_at ?? 0, fields.Timestamp),
    });
  }
  return [...samples.values()];
}

async function addCounts(
  tx: Tx,
  counts: readonly Insertable<PageViolationCountTable>[],
): Promise<void> {
  for (let from = 0; from < counts.length; from += ROWS) {
    await tx
      .insertInto('page_violation_counts')
      .values(counts.slice(from, from + ROWS))
      .onConflict((conflict) =>
        conflict.columns(['policy_id', 'hour_at', 'resource_type']).doUpdateSet({
          count: sql<number>`page_violation_counts.count + excluded.count`,
        }),
      )
      .execute();
  }
}

async function addSamples(
  tx: Tx,
  samples: readonly Insertable<PageViolationSampleTable>[],
): Promise<void> {
  for (let from = 0; from < samples.length; from += ROWS) {
    await tx
      .insertInto('page_violation_samples')
      .values(samples.slice(from, from + ROWS))
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({
          count: sql<number>`page_violation_samples.count + excluded.count`,
          last_seen_at: eb.ref('excluded.last_seen_at'),
          host: eb.ref('excluded.host'),
          page_url: eb.ref('excluded.page_url'),
          action: eb.ref('excluded.action'),
        })),
      )
      .execute();
  }
}
