import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readAllPages } from '../../api/paged-query.ts';
import { filterLabel, readFilters } from '../../parts/address/filter.ts';
import { useZoneId, zoneQuery } from '../../parts/address/scope.ts';
import { usePageSearch } from '../../parts/address/use-page-search.ts';
import { CopyAs } from '../../parts/copy-as/copy-as.tsx';
import { EdgeCommand } from '../../parts/edge/edge-command.tsx';
import { Empty } from '../../parts/states/empty.tsx';
import { Failure } from '../../parts/states/failure.tsx';
import { Partial } from '../../parts/states/partial.tsx';
import { Skeleton } from '../../parts/states/skeleton.tsx';
import { Table } from '../../parts/table/table.tsx';
import { ruleName } from './event.ts';
import { EventChart } from './event-chart.tsx';
import { eventColumns } from './event-columns.tsx';
import { EventDetails } from './event-details.tsx';
import {
  type EventsShown,
  ignoredFilters,
  listInput,
  shownEvents,
  useEventList,
  useEventSeries,
  useTopEvents,
} from './event-query.ts';
import { TopEvents } from './top-events.tsx';
import './security-events.css';

/** A condition that is always true, as an injection in the address of a page looks. */
const ATTACK = '/?id=1%27%20OR%201=1--';

/** What did rules do, to whom, and why? */
export function SecurityEvents() {
  const zoneId = useZoneId();
  const [search, change] = usePageSearch();
  const shown = shownEvents(zoneId, search);
  const isEmpty =
    useEventSeries(shown).data?.result.total === 0 && Object.keys(shown.filters).length === 0;
  const ignored = ignoredFilters(readFilters(search.filter));
  const { params, query = {} } = listInput(shown);
  return (
    <div className="page">
      <div className="page-header">
        <h1>Security events</h1>
        <CopyAs call={{ operation: 'GET /zones/{zone_id}/security/events', params, query }} />
      </div>
      {!isEmpty && (
        <>
          <EventChart shown={shown} />
          <TopEvents shown={shown} />
        </>
      )}
      {ignored.length > 0 && (
        <Partial>
          Not applied, because the API has no such filter for events:{' '}
          {ignored.map((filter) => filterLabel(filter, filter.column)).join(', ')}.
        </Partial>
      )}
      <EventTable shown={shown} />
      {search.panel && (
        <EventDetails
          key={search.panel}
          eventId={search.panel}
          onClose={() => change({ panel: undefined, tab: undefined })}
        />
      )}
    </div>
  );
}

function EventTable({ shown }: { shown: EventsShown }) {
  const list = useEventList(shown);
  const top = useTopEvents(shown, 'rule', 5).data?.result.items;
  const rows = useMemo(() => list.data?.pages.flatMap(({ result }) => result) ?? [], [list.data]);
  const columns = useMemo(() => {
    const ranked = top?.map(({ value, description = value }) => [value, description] as const);
    const listed = rows.map((event) => [event.rule_id, ruleName(event)] as const);
    return eventColumns(new Map([...(ranked ?? []), ...listed]));
  }, [top, rows]);
  if (list.isPending) return <Skeleton lines={8} height={20} />;
  if (!list.data) {
    return (
      <Failure
        error={list.error}
        what="The events could not be read"
        onRetry={() => void list.refetch()}
      />
    );
  }
  return (
    <Table
      name="security-events"
      label="Events"
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      hasPanel
      empty={<NoEvents zoneId={shown.zoneId} />}
      paging={{
        total: undefined,
        hasMore: list.hasNextPage,
        isReading: list.isFetchingNextPage,
        readMore: () => void list.fetchNextPage(),
        readAll: async () =>
          (await readAllPages('GET /zones/{zone_id}/security/events', listInput(shown))).flatMap(
            ({ result }) => result,
          ),
      }}
    />
  );
}

function NoEvents({ zoneId }: { zoneId: string }) {
  const name = useQuery(zoneQuery(zoneId)).data?.result.name;
  return (
    <Empty
      icon="shield"
      title="No rule has acted in this time"
      guide={{
        href: '/docs/guides/managed-rules.md',
        label: 'Deploy managed rules, which stop attacks',
      }}
    >
      <p>
        Each match of a security rule appears here, usually within half a second. If rules are
        deployed, this request is one:
      </p>
      {name && <EdgeCommand label="attack" name={name} path={ATTACK} />}
    </Empty>
  );
}
