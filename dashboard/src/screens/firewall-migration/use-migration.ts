import { useQuery } from '@tanstack/react-query';
import { apiQuery, POLL_MS } from '../../api/api-query.ts';
import { callApi } from '../../api/client.ts';
import { type ConfiguredRule, type MigrationState, phaseTwo } from './migration.ts';

const PENDING_POLL_MS = 1000;

const pollOf = (state: MigrationState | undefined) =>
  state === 'pending' ? PENDING_POLL_MS : POLL_MS;

/** The state of the migration. It is read often while it changes by itself. */
export function useMigrationStatus(zoneId: string) {
  return useQuery({
    ...apiQuery('GET /zones/{zone_id}/waf_migration/status', { params: { zone_id: zoneId } }),
    refetchInterval: ({ state }) => pollOf(state.data?.result.migration_state),
  });
}

export function useMigrationCheck(zoneId: string) {
  return useQuery(
    apiQuery('GET /zones/{zone_id}/waf_migration/check', {
      params: { zone_id: zoneId },
      query: phaseTwo,
    }),
  );
}

/** The rules that do the same as the previous version. Once they are stored, the stored ones. */
export function useMigrationConfig(zoneId: string) {
  return useQuery({
    ...apiQuery('GET /zones/{zone_id}/waf_migration/config', {
      params: { zone_id: zoneId },
      query: phaseTwo,
    }),
    // The API describes rules of all kinds; the migration makes these.
    select: ({ result }) => result.rules as unknown as readonly ConfiguredRule[],
  });
}

export function useComparison(zoneId: string) {
  return useQuery({
    ...apiQuery('GET /zones/{zone_id}/waf_migration/comparison', { params: { zone_id: zoneId } }),
    refetchInterval: POLL_MS,
  });
}

export const DEPLOY = 'PUT /zones/{zone_id}/rulesets/phases/{phase}/entrypoint';

/** What `palisade migrate-waf` sends: `validation` runs both versions, `pending` ends the previous one. */
export function deployCall(
  zoneId: string,
  step: 'validation' | 'pending',
  rules: readonly ConfiguredRule[],
) {
  return {
    operation: DEPLOY,
    params: { zone_id: zoneId, phase: 'http_request_firewall_managed' },
    query: { waf_migration: step, ...phaseTwo },
    body: { rules },
  } as const;
}

export function deploy({ params, query, body }: ReturnType<typeof deployCall>): Promise<unknown> {
  // Rules that the API has made fit what it takes.
  const rules = body.rules as unknown as { id: string }[];
  return callApi(DEPLOY, { params, query, body: { rules } });
}
