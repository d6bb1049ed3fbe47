import { useQueries, useQuery } from '@tanstack/react-query';
import { apiQuery, POLL_MS } from '../../api/api-query.ts';
import { useAccountId } from '../../parts/address/scope.ts';
import { CodeView } from '../../parts/code/code-view.tsx';
import { CopyAs } from '../../parts/copy-as/copy-as.tsx';
import { Empty } from '../../parts/states/empty.tsx';
import { Partial } from '../../parts/states/partial.tsx';
import { QueryState } from '../../parts/states/query-state.tsx';
import { EdgeList } from './edge-list.tsx';
import { NodeSettings } from './node-settings.tsx';
import './node-health.css';

/** Each zone is asked for by itself. */
const MOST_ZONES = 20;
const DOCTOR = 'node bin/palisade.js doctor';

/** Do the nodes serve every zone as it is configured, and with which settings does this one run? */
export function NodeHealth() {
  const accountId = useAccountId();
  const zones = useQuery(
    apiQuery('GET /zones', {
      query: { 'account.id': accountId, order: 'name', per_page: MOST_ZONES },
    }),
  );
  return (
    <div className="page">
      <div className="page-header">
        <h1>Node health</h1>
        <CopyAs call={{ operation: 'GET /node/settings', params: {} }} />
      </div>
      <QueryState query={zones} what="The zones could not be read">
        {({ result, info }) => (
          <>
            <Edges zones={result} />
            {info.total_count > result.length && (
              <Partial>
                Only the first {result.length} of {info.total_count} zones by name are asked for.
              </Partial>
            )}
          </>
        )}
      </QueryState>
      <section className="health-section" aria-labelledby="doctor">
        <h2 id="doctor">Checks of the host</h2>
        <p className="secondary">
          Ports, disk, secrets, certificates, database and clock can only be checked on the host of
          a node. There, this says what is wrong and what to do:
        </p>
        <CodeView label="command" text={DOCTOR} />
      </section>
      <NodeSettings />
    </div>
  );
}

function Edges({ zones }: { zones: readonly { readonly id: string; readonly name: string }[] }) {
  const states = useQueries({
    queries: zones.map(({ id }) => ({
      ...apiQuery('GET /zones/{zone_id}/edge_status', { params: { zone_id: id } }),
      // Many zones are asked less often, so that the session stays far below its rate limit.
      refetchInterval: Math.max(1, zones.length / 2) * POLL_MS,
    })),
    combine: (queries) =>
      queries.map(({ data, error }, n) => ({
        zone: zones[n] ?? { id: '', name: '' },
        status: data?.result,
        error,
      })),
  });
  if (zones.length === 0) {
    return (
      <Empty icon="node" title="No zone yet">
        Nodes report which zones they serve. Add a zone to see them here.
      </Empty>
    );
  }
  return <EdgeList states={states} />;
}
