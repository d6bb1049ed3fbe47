import { callApi } from '../../../api/client.ts';
import { formatCount, formatPercent } from '../../format/numbers.ts';
import { type ConcernSource, forZones } from '../concern.ts';

/** From this share of requests on, failures are more than the noise of the internet. */
const LEAST_SHARE = 0.05;
const SINCE = '-1h';

/** Zones whose visitors get errors. */
export const failedRequests: ConcernSource = {
  what: 'the traffic of the last hour',
  read: forZones(async ({ id, name }, signal) => {
    const { result } = await callApi(
      'GET /zones/{zone_id}/traffic/timeseries',
      { params: { zone_id: id }, query: { since: SINCE, by: 'status_class' } },
      signal,
    );
    const { requests, counts } = result.totals;
    const failed = counts['5xx'] ?? 0;
    if (failed === 0 || failed / requests < LEAST_SHARE) return [];
    return [
      {
        id: `failed ${id}`,
        tone: 'bad' as const,
        title: `${formatPercent(failed / requests)} of the requests to ${name} failed in the last hour`,
        detail: `${formatCount(failed)} of ${formatCount(requests)} got a status of 500 or higher`,
        link: {
          to: `/zones/${id}/traffic/analytics`,
          search: { since: SINCE },
          label: 'See the traffic',
        },
      },
    ];
  }),
};
