import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { apiQuery } from '../../api/api-query.ts';
import { useZoneId } from '../../parts/address/scope.ts';
import { usePageSearch } from '../../parts/address/use-page-search.ts';
import { CopyAs } from '../../parts/copy-as/copy-as.tsx';
import { RelativeTime } from '../../parts/format/relative-time.tsx';
import { Empty } from '../../parts/states/empty.tsx';
import { QueryState } from '../../parts/states/query-state.tsx';
import { Skeleton } from '../../parts/states/skeleton.tsx';
import type { Column } from '../../parts/table/column.ts';
import { Table } from '../../parts/table/table.tsx';
import { isOver, type RuleException, useExceptedRules, valueName } from './exception.ts';
import { ExceptionPanel } from './exception-panel.tsx';

const OPERATION = 'GET /zones/{zone_id}/rule_exceptions';

/** More than a zone can have. */
const ALL = { per_page: 1000 };

/** What managed rules do not look at in this zone, and until when. */
export function RuleExceptions() {
  const zoneId = useZoneId();
  const params = { zone_id: zoneId };
  const query = useQuery(apiQuery(OPERATION, { params, query: ALL }));
  return (
    <div className="page">
      <div className="page-header">
        <h1>Exceptions</h1>
        <CopyAs call={{ operation: OPERATION, params }} />
      </div>
      <QueryState
        query={query}
        what="The exceptions could not be read"
        skeleton={<Skeleton lines={6} height={20} />}
      >
        {({ result }) => <Exceptions zoneId={zoneId} exceptions={result} />}
      </QueryState>
    </div>
  );
}

interface ExceptionsProps {
  readonly zoneId: string;
  readonly exceptions: readonly RuleException[];
}

function Exceptions({ zoneId, exceptions }: ExceptionsProps) {
  const [search, change] = usePageSearch();
  const rules = useExceptedRules(zoneId);
  const nameOf = (ruleId: string) => rules.get(ruleId)?.name ?? ruleId;
  return (
    <>
      <Table
        name="rule-exceptions"
        label="Exceptions"
        columns={columns(nameOf)}
        rows={exceptions}
        rowId={({ id }) => id}
        hasPanel
        empty={<NoExceptions zoneId={zoneId} />}
      />
      {search.panel && (
        <ExceptionPanel
          key={search.panel}
          zoneId={zoneId}
          exception={exceptions.find(({ id }) => id === search.panel)}
          rules={rules}
          onClose={() => change({ panel: undefined })}
        />
      )}
    </>
  );
}

function columns(nameOf: (ruleId: string) => string): readonly Column<RuleException>[] {
  return [
    {
      id: 'rule',
      title: 'Rule',
      value: ({ rule_id: ruleId }) => ruleId,
      show: ({ rule_id: ruleId }) => nameOf(ruleId),
      nameOf,
      isFilterable: true,
    },
    { id: 'value', title: 'Does not look at', value: valueName },
    { id: 'path', title: 'On path', value: ({ path }) => path, isFilterable: true },
    { id: 'reason', title: 'Reason', value: ({ reason }) => reason },
    { id: 'expires', title: 'Ends', value: ({ expires_at: end }) => end, show: endOf },
    {
      id: 'created',
      title: 'Made',
      value: ({ created_at: time }) => time,
      show: ({ created_at: time }) => <RelativeTime time={time} />,
    },
  ];
}

function endOf(exception: RuleException) {
  const end = exception.expires_at;
  if (!end) return <span className="secondary">never</span>;
  if (isOver(exception)) return <span className="secondary">has ended</span>;
  return <RelativeTime time={end} />;
}

function NoExceptions({ zoneId }: { zoneId: string }) {
  return (
    <Empty
      icon="shield"
      title="No exceptions"
      action={
        <Link to={`/zones/${zoneId}/security/events`} className="button button-plain">
          Open the events
        </Link>
      }
      guide={{ href: '/docs/guides/managed-rules.md', label: 'How exceptions work' }}
    >
      An exception keeps one managed rule from looking at one value on one path, for example a
      search field in which people write SQL. Make it from the event of the request that was blocked
      by mistake.
    </Empty>
  );
}
