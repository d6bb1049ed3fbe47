import { Link } from '@tanstack/react-router';
import { useZoneId } from '../../parts/address/scope.ts';
import { usePageSearch } from '../../parts/address/use-page-search.ts';
import { formatCount } from '../../parts/format/numbers.ts';
import { rangeOf } from '../../parts/time/time-range.ts';
import { ActionBadge } from './action-badge.tsx';
import { ruleName, type SecurityEvent } from './event.ts';
import { type EventFilters, useEventSeries } from './event-query.ts';

interface RelatedEventsProps {
  readonly event: SecurityEvent;
  readonly others: readonly SecurityEvent[];
}

/** Further events of this request, and how many this address and this rule have in the time of the page. */
export function RelatedEvents({ event, others }: RelatedEventsProps) {
  const [search] = usePageSearch();
  const { client, rule_id } = event;
  return (
    <section>
      <h3>Other events</h3>
      <ul className="related-events">
        {others.map((other) => (
          <li key={other.id}>
            <Link to="." search={{ ...search, panel: other.id }}>
              {ruleName(other)}
            </Link>
            <ActionBadge action={other.action} />
            <span className="secondary">of this request</span>
          </li>
        ))}
        <Related label={`Address ${client.ip}`} filters={{ ip: client.ip }} />
        {rule_id && <Related label={`Rule ${ruleName(event)}`} filters={{ rule_id }} />}
        {rule_id && (
          <Related label="This address and this rule" filters={{ ip: client.ip, rule_id }} />
        )}
      </ul>
    </section>
  );
}

function Related({ label, filters }: { label: string; filters: EventFilters }) {
  const zoneId = useZoneId();
  const [search] = usePageSearch();
  const series = useEventSeries({ zoneId, range: rangeOf(search), filters });
  const filter = Object.entries(filters).map(([column, value]) => `${column}:${value}`);
  const total = series.data?.result.total;
  return (
    <li>
      <Link to="." search={{ ...search, filter }}>
        {label}
      </Link>
      <span className="secondary">
        {total === undefined ? '…' : `${formatCount(total)} in this time`}
      </span>
    </li>
  );
}
