import type { Kysely, Transaction } from 'kysely';
import type { TimeRange } from '../../kernel/counts/time-buckets.ts';
import type { AnalyticsTables, TrafficTableName } from './analytics-tables.ts';
import { emptyFigures, type PeriodFigures } from './traffic-figures.ts';
import type { TrafficPeriod } from './traffic-periods.ts';

/** Rows of one statement. */
const ROWS = 50;

type Tx = Transaction<AnalyticsTables>;

export interface StoredPeriod {
  readonly startAt: number;
  readonly stored: unknown;
}

export const trafficStore = {
  /** Adds to what is stored. Call it under a lock. */
  async add(tx: Tx, { table, period, startAt, byOwner }: PeriodFigures): Promise<void> {
    const owners = [...byOwner];
    for (let from = 0; from < owners.length; from += ROWS) {
      const part = owners.slice(from, from + ROWS);
      const before = await storedOf(tx, table, period, startAt, part);
      const rows = part.map(([owner_id, added]) => {
        const sum = emptyFigures[period.figures]();
        const known = before.get(owner_id);
        if (known !== undefined) sum.addAll(JSON.parse(known));
        sum.addAll(added.stored());
        return { owner_id, figures_json: JSON.stringify(sum.stored()) };
      });
      const key = { figures: period.figures, period: period.name, start_at: startAt };
      await tx
        .insertInto(table)
        .values(rows.map((row) => ({ ...row, ...key })))
        .onConflict((conflict) =>
          conflict
            .columns(['owner_id', 'figures', 'period', 'start_at'])
            .doUpdateSet((eb) => ({ figures_json: eb.ref('excluded.figures_json') })),
        )
        .execute();
    }
  },

  /** What is stored for periods that start within the range, in order. */
  async list(
    db: Kysely<AnalyticsTables>,
    table: TrafficTableName,
    ownerId: string,
    period: TrafficPeriod,
    { since, until }: TimeRange,
  ): Promise<StoredPeriod[]> {
    const rows = await db
      .selectFrom(table)
      .select(['start_at', 'figures_json'])
      .where('owner_id', '=', ownerId)
      .where('figures', '=', period.figures)
      .where('period', '=', period.name)
      .where('start_at', '>=', since)
      .where('start_at', '<', until)
      .orderBy('start_at')
      .execute();
    return rows.map((row) => ({ startAt: row.start_at, stored: JSON.parse(row.figures_json) }));
  },

  /** Removes rows of the oldest period that starts before a time, at most `limit`; returns their number. */
  async removeOldest(
    tx: Tx,
    table: TrafficTableName,
    period: TrafficPeriod,
    before: number,
    limit: number,
  ): Promise<number> {
    const old = await tx
      .selectFrom(table)
      .select(['owner_id', 'start_at'])
      .where('figures', '=', period.figures)
      .where('period', '=', period.name)
      .where('start_at', '<', before)
      .orderBy('start_at')
      .limit(limit)
      .execute();
    const [first] = old;
    if (!first) return 0;
    const owners = old.filter(({ start_at }) => start_at === first.start_at);
    await tx
      .deleteFrom(table)
      .where('figures', '=', period.figures)
      .where('period', '=', period.name)
      .where('start_at', '=', first.start_at)
      .where(
        'owner_id',
        'in',
        owners.map(({ owner_id }) => owner_id),
      )
      .execute();
    return owners.length;
  },
};

async function storedOf(
  tx: Tx,
  table: TrafficTableName,
  period: TrafficPeriod,
  startAt: number,
  owners: readonly (readonly [string, unknown])[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .selectFrom(table)
    .select(['owner_id', 'figures_json'])
    .where('figures', '=', period.figures)
    .where('period', '=', period.name)
    .where('start_at', '=', startAt)
    .where(
      'owner_id',
      'in',
      owners.map(([ownerId]) => ownerId),
    )
    .execute();
  return new Map(rows.map(({ owner_id, figures_json }) => [owner_id, figures_json]));
}
