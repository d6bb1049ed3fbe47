import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/client.ts';
import { type EntryPoint, MANAGED_PHASE } from './managed-rules.ts';

/** The managed rules of a zone; null if it has none yet. */
export function useEntryPoint(zoneId: string) {
  return useQuery({
    queryKey: ['entry-point', zoneId, MANAGED_PHASE],
    queryFn: ({ signal }) => readEntryPoint(zoneId, signal),
  });
}

async function readEntryPoint(zoneId: string, signal: AbortSignal): Promise<EntryPoint | null> {
  const params = { zone_id: zoneId, phase: MANAGED_PHASE } as const;
  try {
    const operation = 'GET /zones/{zone_id}/rulesets/phases/{phase}/entrypoint';
    return (await callApi(operation, { params }, signal)).result;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
