import { callApi } from '../../../api/client.ts';
import type { Concern, ConcernSource } from '../concern.ts';

const DAY_MS = 86_400_000;
const READ = 50;

/** Alerts of the last day that have not ended, and notifications that were not delivered. */
export const recentAlerts: ConcernSource = {
  what: 'the alerts',
  async read({ accountId, isOfZone }, signal) {
    if (isOfZone) return [];
    const since = new Date(Date.now() - DAY_MS).toISOString();
    const { result } = await callApi(
      'GET /accounts/{account_id}/alerting/v3/history',
      { params: { account_id: accountId }, query: { since, per_page: READ } },
      signal,
    );
    const failed = result.filter(({ status }) => status === 'failed');
    return failed.map(
      ({ id, name, mechanism, error }): Concern => ({
        id: `alert ${id}`,
        tone: 'warning',
        title: `The notification "${name}" to ${mechanism} was not delivered`,
        ...(error !== null && { detail: error }),
      }),
    );
  },
};
