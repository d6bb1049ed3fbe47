import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { apiQuery } from '../../api/api-query.ts';
import type { ResultOf } from '../../api/client.ts';
import { useAccountId } from '../../parts/address/scope.ts';
import { usePageSearch } from '../../parts/address/use-page-search.ts';
import type { AttentionScope } from '../../parts/attention/concern.ts';
import { NeedsAttention } from '../../parts/attention/needs-attention.tsx';
import { Icon } from '../../parts/controls/icon.tsx';
import { CopyAs } from '../../parts/copy-as/copy-as.tsx';
import { Empty } from '../../parts/states/empty.tsx';
import { Partial } from '../../parts/states/partial.tsx';
import { QueryState } from '../../parts/states/query-state.tsx';
import { rangeQuery } from '../../parts/time/range-query.ts';
import { rangeOf, type TimeRange } from '../../parts/time/time-range.ts';
import { Tile } from '../../parts/traffic/tile.tsx';
import { type Figure, figures } from '../../parts/traffic/traffic-figures.ts';
import { HostTraffic } from './host-traffic.tsx';
import { useAccountTraffic, usePreviousAccountTraffic } from './use-account-traffic.ts';

type ListedZone = ResultOf<'GET /zones'>[number];

/** Zones that are looked at for what needs attention: each takes some calls. */
const MOST_ZONES = 20;

/** Are my sites fine? The figures of all zones, and what needs attention. */
export function AccountOverview() {
  const accountId = useAccountId();
  const zones = useQuery(
    apiQuery('GET /zones', {
      query: { 'account.id': accountId, order: 'name', per_page: MOST_ZONES },
    }),
  );
  const account = useQuery(
    apiQuery('GET /accounts/{account_id}', { params: { account_id: accountId } }),
  ).data?.result;
  const [search] = usePageSearch();
  const range = rangeOf(search);
  return (
    <div className="page">
      <div className="page-header">
        <h1>{account?.name ?? 'Overview'}</h1>
        <CopyAs
          call={{
            operation: 'GET /accounts/{account_id}/traffic/timeseries',
            params: { account_id: accountId },
            query: rangeQuery(range),
          }}
        />
      </div>
      <QueryState query={zones} what="The zones could not be read">
        {({ result, info }) =>
          result.length === 0 ? (
            <NoSites accountId={accountId} />
          ) : (
            <>
              <Tiles accountId={accountId} range={range} />
              <Attention accountId={accountId} zones={result} total={info.total_count} />
              <HostTraffic accountId={accountId} zones={result} range={range} />
            </>
          )
        }
      </QueryState>
    </div>
  );
}

function Tiles({ accountId, range }: { accountId: string; range: TimeRange }) {
  return (
    <ul className="tiles" aria-label="Key figures">
      {figures.map((figure) => (
        <li key={figure.id}>
          <AccountTile accountId={accountId} range={range} figure={figure} />
        </li>
      ))}
    </ul>
  );
}

interface AccountTileProps {
  readonly accountId: string;
  readonly range: TimeRange;
  readonly figure: Figure;
}

function AccountTile({ accountId, range, figure }: AccountTileProps) {
  const traffic = useAccountTraffic(accountId, range, figure.by).data?.result;
  const before = usePreviousAccountTraffic(accountId, range, figure.by).data?.result;
  return <Tile figure={figure} range={range} traffic={traffic} before={before} />;
}

interface AttentionProps {
  readonly accountId: string;
  readonly zones: readonly ListedZone[];
  readonly total: number;
}

function Attention({ accountId, zones, total }: AttentionProps) {
  const scope = useMemo<AttentionScope>(
    () => ({ accountId, zones: zones.map(({ id, name }) => ({ id, name })), isOfZone: false }),
    [accountId, zones],
  );
  return (
    <div>
      <NeedsAttention scope={scope} />
      {total > zones.length && (
        <Partial>
          Only the first {zones.length} of {total} zones by name are looked at. Open a zone to see
          what it needs.
        </Partial>
      )}
    </div>
  );
}

function NoSites({ accountId }: { accountId: string }) {
  return (
    <Empty
      icon="zones"
      title="Add your first site"
      action={
        <Link to={`/accounts/${accountId}/start`} className="button button-primary">
          <Icon name="plus" /> Add a site
        </Link>
      }
    >
      The figures of all sites of this account, and what needs attention, appear here.
    </Empty>
  );
}
