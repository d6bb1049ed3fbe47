import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { apiQuery } from '../../api/api-query.ts';
import type { ResultOf } from '../../api/client.ts';
import { usePreferences } from '../preferences.ts';

export type Zone = ResultOf<'GET /zones/{zone_id}'>;

export interface Scope {
  /** The account of the address, or of the zone in it. */
  readonly accountId: string | undefined;
  /** The zone of the address. */
  readonly zoneId: string | undefined;
  /** The zone that links to pages of zones lead to: that of the address, or the last one that was open. */
  readonly linkedZoneId: string | undefined;
  /** The same zone, once it is read. */
  readonly linkedZone: Zone | undefined;
}

/** Which account and zone the address is about. */
export function useScope(): Scope {
  const { accountId, zoneId } = useParams({ strict: false }) as Record<string, string | undefined>;
  const { lastZone } = usePreferences();
  const linkedZoneId = zoneId ?? lastZone;
  const query = useQuery({ ...zoneQuery(linkedZoneId ?? ''), enabled: linkedZoneId !== undefined });
  const zone = query.data?.result;
  const isOfAccount = zone && (accountId === undefined || zone.account.id === accountId);
  return {
    accountId: accountId ?? zone?.account.id,
    zoneId,
    linkedZoneId: isOfAccount ? linkedZoneId : zoneId,
    linkedZone: isOfAccount ? zone : undefined,
  };
}

export function zoneQuery(zoneId: string) {
  return apiQuery('GET /zones/{zone_id}', { params: { zone_id: zoneId } });
}

/** The id of the zone that a page of a zone is about. */
export function useZoneId(): string {
  return useRequiredParam('zoneId');
}

export function useAccountId(): string {
  return useRequiredParam('accountId');
}

function useRequiredParam(name: string): string {
  const value = (useParams({ strict: false }) as Record<string, string | undefined>)[name];
  if (value === undefined) throw new Error(`this page needs ${name} in its address`);
  return value;
}
