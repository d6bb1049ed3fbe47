import { Link } from '@tanstack/react-router';
import type { PageSearch } from '../../parts/address/page-search.ts';
import { usePageSearch } from '../../parts/address/use-page-search.ts';
import {
  formatBytes,
  formatCount,
  formatMilliseconds,
  formatPercent,
} from '../../parts/format/numbers.ts';
import type { TimeRange } from '../../parts/time/time-range.ts';
import { type TrafficSums, useTraffic } from '../../parts/traffic/use-traffic.ts';
import { narrowed } from './analytics-search.ts';

interface KeyFiguresProps {
  readonly zoneId: string;
  readonly range: TimeRange;
  readonly totals: TrafficSums;
}

interface Figure {
  readonly title: string;
  readonly value: string;
  readonly to?: string;
  readonly search?: PageSearch;
}

/** The sums of the whole range. Those with a list behind them lead to it. */
export function KeyFigures({ zoneId, range, totals }: KeyFiguresProps) {
  const [search] = usePageSearch();
  const { filter: _, ...rest } = search;
  const actions = useTraffic(zoneId, range, 'action').data?.result.totals.counts;
  const classes = useTraffic(zoneId, range, 'status_class').data?.result.totals.counts;
  const share = (part: number | undefined) => formatPercent((part ?? 0) / totals.requests);
  const figures: readonly Figure[] = [
    { title: 'Requests', value: formatCount(totals.requests), search: rest },
    {
      title: 'Blocked',
      value: actions ? share(actions['block']) : '…',
      to: `/zones/${zoneId}/security/events`,
      search: { ...rest, filter: ['action:block'] },
    },
    {
      title: 'Server errors',
      value: classes ? share(classes['5xx']) : '…',
      search: narrowed(rest, 'status_class', '5xx'),
    },
    { title: 'Sent to visitors', value: formatBytes(totals.response_bytes) },
    { title: 'Received from visitors', value: formatBytes(totals.request_bytes) },
    {
      title: 'Origin, 95th percentile',
      value: totals.origin_duration_ms
        ? formatMilliseconds(totals.origin_duration_ms.p95)
        : 'no response',
    },
  ];
  return (
    <dl className="key-figures">
      {figures.map(({ title, value, to = '.', search: linked }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>
            {linked ? (
              <Link to={to} search={linked}>
                {value}
              </Link>
            ) : (
              value
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
