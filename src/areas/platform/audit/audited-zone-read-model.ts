import { sql } from 'kysely';
import type { PlatformDatabase } from '../platform-tables.ts';
import { type TextFilter, textFilterCondition } from '../text-filter.ts';

/** How many deleted zones with the same name are searched; the latest ones. */
const MAX_DELETED_ZONES = 1000;

/** Ids of the zones of an account that have this name, or had it when they were deleted. */
export async function findZonesNamed(
  { read }: PlatformDatabase,
  accountId: string,
  name: string,
): Promise<string[]> {
  const existing = await read.selectFrom('zones').select('id').where('name', '=', name).execute();
  // Only the audit entry of a deletion still has the name of the zone.
  const before = sql.ref<string>('before');
  const member: TextFilter = {
    operator: 'contains_case_sensitive',
    value: `"name":${JSON.stringify(name)}`,
  };
  const deletions = await read
    .selectFrom('audit_entries')
    .select(['resource_id', 'before'])
    .where('account_id', '=', accountId)
    .where('resource', '=', 'zone')
    .where('action', '=', 'delete')
    .where(textFilterCondition(member, { exact: before, folded: before }))
    .orderBy('seq', 'desc')
    .limit(MAX_DELETED_ZONES)
    .execute();
  // The text also contains the name of the account, so the parsed value decides.
  const deleted = deletions.filter((row) => JSON.parse(row.before ?? '{}').name === name);
  return [...existing.map(({ id }) => id), ...deleted.map((row) => row.resource_id)];
}
