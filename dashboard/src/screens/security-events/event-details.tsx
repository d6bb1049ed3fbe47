import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/api-query.ts';
import { useZoneId } from '../../parts/address/scope.ts';
import { usePageSearch } from '../../parts/address/use-page-search.ts';
import { JsonView } from '../../parts/code/code-view.tsx';
import { Tabs } from '../../parts/controls/tabs.tsx';
import { SidePanel } from '../../parts/panel/side-panel.tsx';
import { Empty } from '../../parts/states/empty.tsx';
import { QueryState } from '../../parts/states/query-state.tsx';
import { RequestTrace } from '../../parts/trace/request-trace.tsx';
import { ruleName, type SecurityEvent } from './event.ts';
import { EventSummary } from './event-summary.tsx';

const tabs = [
  { id: 'event', label: 'What happened' },
  { id: 'trace', label: 'Trace' },
  { id: 'json', label: 'JSON' },
] as const;

interface EventDetailsProps {
  readonly eventId: string;
  readonly onClose: () => void;
}

/** An event, read by the ray id of its request, with which its id starts. */
export function EventDetails({ eventId, onClose }: EventDetailsProps) {
  const zoneId = useZoneId();
  const [ray = ''] = eventId.split('-');
  const query = useQuery(
    apiQuery('GET /zones/{zone_id}/security/events', {
      params: { zone_id: zoneId },
      query: { ray, per_page: 100 },
    }),
  );
  const event = query.data?.result.find(({ id }) => id === eventId);
  return (
    <SidePanel title={event ? ruleName(event) : 'Event'} onClose={onClose}>
      <QueryState query={query} what="This event could not be read">
        {({ result }) =>
          event ? (
            <Content event={event} others={result.filter(({ id }) => id !== eventId)} />
          ) : (
            <Empty icon="shield" title="This event is gone">
              Events are kept for 30 days, at most a million for each zone.
            </Empty>
          )
        }
      </QueryState>
    </SidePanel>
  );
}

interface ContentProps {
  readonly event: SecurityEvent;
  /** Further events of the same request. */
  readonly others: readonly SecurityEvent[];
}

function Content({ event, others }: ContentProps) {
  const [search, change] = usePageSearch();
  const { id: open } = tabs.find(({ id }) => id === search.tab) ?? tabs[0];
  const ruleNames = new Map([event, ...others].map((each) => [each.rule_id, ruleName(each)]));
  const contents = {
    event: <EventSummary event={event} others={others} />,
    trace: <RequestTrace rayId={event.ray_id} ruleNames={ruleNames} />,
    json: <JsonView value={event} label="event" />,
  };
  return (
    <Tabs
      label="View"
      tabs={tabs}
      open={open}
      onOpen={(tab) => change({ tab: tab === 'event' ? undefined : tab }, { replace: true })}
    >
      {contents[open]}
    </Tabs>
  );
}
