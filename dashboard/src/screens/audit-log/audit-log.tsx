import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { apiQuery } from '../../api/api-query.ts';
import { pagedQuery, readAllPages, totalCount } from '../../api/paged-query.ts';
import { useAccountId } from '../../parts/address/scope.ts';
import { usePageSearch } from '../../parts/address/use-page-search.ts';
import { CopyAs } from '../../parts/copy-as/copy-as.tsx';
import { Empty } from '../../parts/states/empty.tsx';
import { Failure } from '../../parts/states/failure.tsx';
import { Skeleton } from '../../parts/states/skeleton.tsx';
import { Table } from '../../parts/table/table.tsx';
import { auditColumns } from './audit-columns.tsx';
import { AuditDetails } from './audit-details.tsx';
import { auditInput } from './audit-query.ts';

const AUDIT_LOGS = 'GET /accounts/{account_id}/audit_logs';
/** Names of more zones than these are shown as ids. */
const MOST_NAMES = 50;

/** Who changed what, and when? */
export function AuditLog() {
  const accountId = useAccountId();
  const [search, change] = usePageSearch();
  const input = auditInput(accountId, search);
  const list = useInfiniteQuery(pagedQuery(AUDIT_LOGS, input));
  const rows = useMemo(() => list.data?.pages.flatMap(({ result }) => result) ?? [], [list.data]);
  const zoneNames = useZoneNames(accountId);
  const columns = useMemo(() => auditColumns(zoneNames), [zoneNames]);
  const open = rows.find(({ id }) => id === search.panel);
  return (
    <div className="page">
      <div className="page-header">
        <h1>Audit log</h1>
        <CopyAs
          call={{
            operation: AUDIT_LOGS,
            params: { account_id: accountId },
            ...(input.query && { query: input.query }),
          }}
        />
      </div>
      {list.error && !list.data && (
        <Failure
          error={list.error}
          what="The audit log could not be read"
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isPending && <Skeleton lines={8} height={20} />}
      {list.data && (
        <Table
          name="audit-log"
          label="Changes"
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          hasPanel
          empty={<NoChanges />}
          paging={{
            total: totalCount(list.data.pages),
            hasMore: list.hasNextPage,
            isReading: list.isFetchingNextPage,
            readMore: () => void list.fetchNextPage(),
            readAll: async () =>
              (await readAllPages(AUDIT_LOGS, input)).flatMap(({ result }) => result),
          }}
        />
      )}
      {open && (
        <AuditDetails
          key={open.id}
          entry={open}
          zoneName={zoneNames.get(open.metadata.zone_id ?? '')}
          onClose={() => change({ panel: undefined })}
        />
      )}
    </div>
  );
}

function useZoneNames(accountId: string): ReadonlyMap<string, string> {
  const zones = useQuery(
    apiQuery('GET /zones', { query: { 'account.id': accountId, per_page: MOST_NAMES } }),
  );
  return useMemo(
    () => new Map(zones.data?.result.map(({ id, name }): [string, string] => [id, name])),
    [zones.data],
  );
}

function NoChanges() {
  return (
    <Empty
      icon="clock"
      title="Nothing was changed in this time"
      guide={{ href: '/docs/guides/platform.md', label: 'What the audit log keeps' }}
    >
      Each change of the configuration appears here with who made it and what it replaced. Choose a
      longer time range to see earlier ones.
    </Empty>
  );
}
