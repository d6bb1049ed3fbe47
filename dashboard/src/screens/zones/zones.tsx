import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { InputOf } from '../../api/client.ts';
import { pagedQuery, readAllPages, totalCount } from '../../api/paged-query.ts';
import { keptSearch } from '../../parts/address/kept-search.ts';
import { useAccountId } from '../../parts/address/scope.ts';
import { usePageSearch } from '../../parts/address/use-page-search.ts';
import { Badge } from '../../parts/controls/badge.tsx';
import { Button } from '../../parts/controls/button.tsx';
import { CopiedId } from '../../parts/controls/copy-button.tsx';
import { Icon } from '../../parts/controls/icon.tsx';
import { CopyAs } from '../../parts/copy-as/copy-as.tsx';
import { RelativeTime } from '../../parts/format/relative-time.tsx';
import { SidePanel } from '../../parts/panel/side-panel.tsx';
import { Empty } from '../../parts/states/empty.tsx';
import { Failure } from '../../parts/states/failure.tsx';
import { Skeleton } from '../../parts/states/skeleton.tsx';
import type { Column } from '../../parts/table/column.ts';
import { Table } from '../../parts/table/table.tsx';
import { NewZone } from './new-zone.tsx';
import { ZoneDetails } from './zone-details.tsx';
import { type ListedZone, zoneState, zoneTone } from './zone-state.ts';

/** The panel for a zone that does not exist yet. */
const NEW = 'new';
const PER_PAGE = 50;

const columns: readonly Column<ListedZone>[] = [
  {
    id: 'name',
    title: 'Name',
    value: ({ name }) => name,
    show: ({ name }) => name,
  },
  {
    id: 'state',
    title: 'State',
    value: zoneState,
    show: (zone) => <Badge tone={zoneTone(zone)}>{zoneState(zone)}</Badge>,
    isSortable: false,
  },
  {
    id: 'plan',
    title: 'Plan',
    value: ({ plan }) => plan.legacy_id,
    isSortable: false,
  },
  {
    id: 'id',
    title: 'Id',
    value: ({ id }) => id,
    show: ({ id }) => <CopiedId id={id} />,
    isSortable: false,
  },
  {
    id: 'modified',
    title: 'Changed',
    value: ({ modified_on }) => modified_on,
    show: ({ modified_on }) => <RelativeTime time={modified_on} />,
    isSortable: false,
  },
  {
    id: 'open',
    title: 'Open',
    value: () => undefined,
    show: ({ id }) => (
      <Link to={`/zones/${id}`} search={keptSearch}>
        Overview
      </Link>
    ),
    isSortable: false,
  },
];

export function Zones() {
  const accountId = useAccountId();
  const [search, change] = usePageSearch();
  const query = {
    'account.id': accountId,
    per_page: PER_PAGE,
    order: 'name',
    direction: search.sort === '-name' ? 'desc' : 'asc',
  } as const;
  const input: InputOf<'GET /zones'> = { query };
  const list = useInfiniteQuery(pagedQuery('GET /zones', input));
  const rows = useMemo(() => list.data?.pages.flatMap(({ result }) => result) ?? [], [list.data]);
  const add = () => change({ panel: NEW });
  const close = () => change({ panel: undefined });

  return (
    <div className="page">
      <div className="page-header">
        <h1>Zones</h1>
        <div className="page-actions">
          <CopyAs call={{ operation: 'GET /zones', params: {}, query }} />
          {rows.length > 0 && (
            <Button kind="primary" icon="plus" onClick={add}>
              Add a zone
            </Button>
          )}
        </div>
      </div>
      {list.error && !list.data && (
        <Failure
          error={list.error}
          what="The zones could not be read"
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isPending && <Skeleton lines={8} height={20} />}
      {list.data && (
        <Table
          name="zones"
          label="Zones"
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          hasPanel
          empty={<NoZones accountId={accountId} />}
          paging={{
            total: totalCount(list.data.pages),
            hasMore: list.hasNextPage,
            isReading: list.isFetchingNextPage,
            readMore: () => void list.fetchNextPage(),
            readAll: async () =>
              (await readAllPages('GET /zones', input)).flatMap(({ result }) => result),
          }}
        />
      )}
      {search.panel === NEW && (
        <SidePanel title="Add a zone" onClose={close}>
          <NewZone
            accountId={accountId}
            onDone={(id) => change({ panel: id }, { replace: true })}
          />
        </SidePanel>
      )}
      {search.panel && search.panel !== NEW && (
        <ZoneDetails key={search.panel} zoneId={search.panel} onClose={close} />
      )}
    </div>
  );
}

function NoZones({ accountId }: { accountId: string }) {
  return (
    <Empty
      icon="zones"
      title="Add your first site"
      action={
        <Link to={`/accounts/${accountId}/start`} className="button button-primary">
          <Icon name="plus" /> Add a site
        </Link>
      }
      guide={{ href: '/docs#zones-create', label: 'How the API does it' }}
    >
      A zone is a domain name that Palisade protects. Add yours, send its visitors to the edge, and
      the first requests appear in its overview.
    </Empty>
  );
}
