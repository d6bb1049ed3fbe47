import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { ApiError } from '../api/api-error.ts';
import { apiQuery } from '../api/api-query.ts';
import { usePreferences } from '../parts/preferences.ts';
import { Empty } from '../parts/states/empty.tsx';
import { QueryState } from '../parts/states/query-state.tsx';

/**
 * `/` leads to the zone that was open last, otherwise to the overview of the first account, or to adding the first one. Tokens for zones
 * alone may not list accounts; they lead to their first zone.
 */
export function Home() {
  const { lastZone } = usePreferences();
  const accounts = useQuery(apiQuery('GET /accounts', {}));
  if (lastZone !== undefined) return <Navigate to={`/zones/${lastZone}`} replace />;
  if (accounts.error instanceof ApiError && accounts.error.status === 403) return <FirstZone />;
  return (
    <QueryState query={accounts} what="The accounts could not be read">
      {({ result: [account] }) =>
        account ? <AccountHome accountId={account.id} /> : <NoPermission />
      }
    </QueryState>
  );
}

function FirstZone() {
  const zones = useQuery(apiQuery('GET /zones', { query: { per_page: 5 } }));
  return (
    <QueryState query={zones} what="The zones could not be read">
      {({ result: [zone] }) =>
        zone ? <Navigate to={`/zones/${zone.id}`} replace /> : <NoPermission />
      }
    </QueryState>
  );
}

function NoPermission() {
  return (
    <Empty icon="user" title="No account">
      Your token has no permission on any account or zone. Sign in with another one.
    </Empty>
  );
}

function AccountHome({ accountId }: { accountId: string }) {
  const zones = useQuery(apiQuery('GET /zones', { query: { per_page: 5 } }));
  return (
    <QueryState query={zones} what="The zones could not be read">
      {({ result }) => (
        <Navigate to={`/accounts/${accountId}${result.length > 0 ? '' : '/start'}`} replace />
      )}
    </QueryState>
  );
}
