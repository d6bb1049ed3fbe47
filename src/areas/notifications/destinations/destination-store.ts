import type { Db } from '../notifications-tables.ts';

const tables = {
  webhook: 'notification_webhooks',
  pagerduty: 'notification_pagerduty',
} as const;

export type DestinationType = keyof typeof tables;

/** Lookups over destinations of all types. */
export const destinationStore = {
  /** Selects the ids of destinations of the account. */
  async existing(
    db: Db,
    accountId: string,
    type: DestinationType,
    ids: readonly string[],
  ): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const rows = await db
      .selectFrom(tables[type])
      .select('id')
      .where('account_id', '=', accountId)
      .where('id', 'in', [...ids])
      .execute();
    return new Set(rows.map(({ id }) => id));
  },
};
