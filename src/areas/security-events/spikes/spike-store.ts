import type { SecurityEventsTx } from '../security-events-tables.ts';
import { QUIET_MS } from './spike-model.ts';

/** What is counted: the events of a zone, of all services, actions and hosts unless they are given. */
export interface SpikeSeries {
  readonly zoneId: string;
  readonly service: string | null;
  readonly action: string | null;
  readonly host: string | null;
}

export const spikeStore = {
  /**
   * Stores that a series had a spike; false if it had one shortly before. Call it under a lock. Rows that no longer matter are
   * removed, so that there are never more than two hours can have.
   */
  async add(tx: SecurityEventsTx, series: SpikeSeries, bucketAt: number): Promise<boolean> {
    const { zoneId, service, action, host } = series;
    await tx
      .deleteFrom('security_event_spikes')
      .where('bucket_at', '<=', bucketAt - QUIET_MS)
      .execute();
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('security_event_spikes')
      .values({
        zone_id: zoneId,
        service: service ?? '',
        action: action ?? '',
        host: host ?? '',
        bucket_at: bucketAt,
      })
      .onConflict((conflict) =>
        conflict.columns(['zone_id', 'service', 'action', 'host']).doNothing(),
      )
      .executeTakeFirst();
    return Number(numInsertedOrUpdatedRows) === 1;
  },
};
