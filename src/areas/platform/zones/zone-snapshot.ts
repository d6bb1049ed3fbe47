import type { ZoneSection } from '../../../contracts/snapshot/zone-section.ts';
import type { SnapshotSection } from '../../area-module.ts';
import type { PlatformDatabase } from '../platform-tables.ts';

/** Compiles stored zones into what the edge needs to recognise their requests. */
export function zoneSnapshot(database: PlatformDatabase): SnapshotSection<'zone'> {
  return {
    name: 'zone',
    resources: ['zone'],
    async build(zoneIds) {
      let query = database.read
        .selectFrom('zones')
        .select(['id', 'name', 'account_id', 'paused', 'plan']);
      if (zoneIds !== 'all') query = query.where('id', 'in', [...zoneIds]);
      const rows = await query.execute();
      return new Map<string, ZoneSection>(
        rows.map((row) => [
          row.id,
          {
            name: row.name,
            accountId: row.account_id,
            paused: row.paused === 1,
            plan: row.plan,
          },
        ]),
      );
    },
  };
}
