import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { apiQuery } from '../api/api-query.ts';
import { usePreferences } from '../parts/preferences.ts';
import { Empty } from '../parts/states/empty.tsx';
import { QueryState } from '../parts/states/query-state.tsx';

/** `/` leads to the zone that was open last, otherwise to the overview of the first account, or to adding the first one. */
export function Home() {
  const { lastZone } = usePreferences();
  const accounts = useQuery(apiQuery('GET /accounts', {}));
  if (lastZone !== undefined) return <Navigate to={`/zones/${lastZone}`} replace />;
  return (
    <QueryState query={accounts} what="The accounts could not be read">
      {({ result: [account] }) =>
        account ? (
          <AccountHome accountId={account.id} />
        ) : (
          <Empty icon="user" title="No account">
            Your token has no permission on any account. Sign in with another one.
          </Empty>
        )
      }
    </QueryState>
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
