import type { PlatformDatabase } from '../platform-tables.ts';
import type { Token } from './token-model.ts';
import { parseResources, type ResourcePattern } from './token-resource.ts';

/**
 * The accounts that a token concerns: for a token of an account that account, for a token of a user the accounts that its
 * policies name. A token for all accounts concerns an account only if it is the sole one: other accounts must not see the
 * tokens of the installation's owner.
 */
export async function accountsOfToken(
  { read }: PlatformDatabase,
  { owner, policies }: Token,
): Promise<string[]> {
  if (owner.type === 'account') return [owner.id];
  const patterns = policies
    .filter(({ effect }) => effect === 'allow')
    .map(({ resources }) => parseResources(resources))
    .flatMap((parsed) => (parsed.ok ? parsed.patterns : []));
  const named = patterns.flatMap((each) => ('accountId' in each ? [each.accountId] : []));
  const ofZones = await accountsOfZones(read, patterns);
  const isForAll = patterns.some((each) => each.type !== 'user' && isAny(each));
  const sole = isForAll ? await soleAccount(read) : [];
  return [...new Set([...named.filter((id) => id !== '*'), ...ofZones, ...sole])].sort();
}

async function accountsOfZones(
  db: PlatformDatabase['read'],
  patterns: readonly ResourcePattern[],
): Promise<string[]> {
  const zoneIds = patterns.flatMap((each) =>
    each.type === 'zone' && each.accountId === '*' && each.zoneId !== '*' ? [each.zoneId] : [],
  );
  if (zoneIds.length === 0) return [];
  const rows = await db
    .selectFrom('zones')
    .select('account_id')
    .distinct()
    .where('id', 'in', zoneIds)
    .execute();
  return rows.map((row) => row.account_id);
}

async function soleAccount(db: PlatformDatabase['read']): Promise<string[]> {
  const rows = await db.selectFrom('accounts').select('id').limit(2).execute();
  return rows.length === 1 ? rows.map(({ id }) => id) : [];
}

function isAny(pattern: Exclude<ResourcePattern, { type: 'user' }>): boolean {
  return pattern.accountId === '*' && (pattern.type === 'account' || pattern.zoneId === '*');
}
