import { callApi } from '../../../api/client.ts';
import { formatCount } from '../../format/numbers.ts';
import type { ConcernSource } from '../concern.ts';

/** Pools that still send mails by their old setting, which policies replace. */
export const poolEmails: ConcernSource = {
  what: 'the mails of pools',
  async read({ accountId, isOfZone }, signal) {
    if (isOfZone) return [];
    const operation = 'GET /accounts/{account_id}/load_balancers/notification_migration';
    const { result } = await callApi(operation, { params: { account_id: accountId } }, signal);
    if (result.remaining === 0) return [];
    const pools =
      result.remaining === 1 ? '1 pool has' : `${formatCount(result.remaining)} pools have`;
    return [
      {
        id: 'pool emails',
        tone: 'warning',
        title: `${pools} an old mail address for notifications`,
        detail: `${result.pools.map(({ name }) => name).join(', ')}: run palisade migrate-notifications`,
      },
    ];
  },
};
