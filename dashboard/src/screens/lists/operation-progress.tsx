import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiQuery } from '../../api/api-query.ts';
import { queryClient } from '../../api/query-client.ts';
import { Icon } from '../../parts/controls/icon.tsx';
import { QueryState } from '../../parts/states/query-state.tsx';

const POLL_MS = 500;
const ended = new Set(['completed', 'failed']);

/** How far a bulk operation has come. The items are read again when it ends. */
export function OperationProgress({ accountId, id }: { accountId: string; id: string }) {
  const query = useQuery({
    ...apiQuery('GET /accounts/{account_id}/rules/lists/bulk_operations/{operation_id}', {
      params: { account_id: accountId, operation_id: id },
    }),
    refetchInterval: ({ state }) => (ended.has(state.data?.result.status ?? '') ? false : POLL_MS),
  });
  const status = query.data?.result.status ?? '';
  useEffect(() => {
    if (!ended.has(status)) return;
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => JSON.stringify(queryKey).includes('/rules/lists'),
    });
  }, [status]);
  return (
    <QueryState query={query} what="The state of the operation could not be read">
      {({ result }) => (
        <div role="status">
          {result.status === 'completed' ? (
            <p className="proof">
              <Icon name="check" />
              The items are saved. The edge takes them over within a second.
            </p>
          ) : result.status === 'failed' ? (
            <p className="field-error">{result.error}</p>
          ) : (
            <p>The items are being saved …</p>
          )}
        </div>
      )}
    </QueryState>
  );
}
