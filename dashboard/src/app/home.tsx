import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { apiQuery } from '../api/api-query.ts';
import { usePreferences } from '../parts/preferences.ts';
import { Empty } from '../parts/states/empty.tsx';
import { QueryState } from '../parts/states/query-state.tsx';

/** `/` leads to the zone that was open last, otherwise to the zones of the first account. */
export function Home() {
  const { lastZone } = usePreferences();
  const accounts = useQuery(apiQuery('GET /accounts', {}));
  if (lastZone !== undefined) return <Navigate to={`/zones/${lastZone}`} replace />;
  return (
    <QueryState query={accounts} what="The accounts could not be read">
      {({ result: [account] }) =>
        account ? (
          <Navigate to={`/accounts/${account.id}/zones`} replace />
        ) : (
          <Empty icon="user" title="No account">
            Your token has no permission on any account. Sign in with another one.
          </Empty>
        )
      }
    </QueryState>
  );
}
