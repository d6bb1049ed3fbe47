import { useQueries, useQuery } from '@tanstack/react-query';
import { useZoneId } from '../../parts/address/scope.ts';
import { usePageSearch } from '../../parts/address/use-page-search.ts';
import { Tabs } from '../../parts/controls/tabs.tsx';
import { CopyAs } from '../../parts/copy-as/copy-as.tsx';
import { QueryState } from '../../parts/states/query-state.tsx';
import { Skeleton } from '../../parts/states/skeleton.tsx';
import { entryPointQuery } from '../rules/ruleset.ts';
import { deploymentOf, managedListQuery, managedPhases, type RulesetHead } from './deployment.ts';
import { RulesetList } from './ruleset-list.tsx';
import { RulesetView } from './ruleset-view.tsx';
import '../rules/rules.css';
import './managed-rules.css';

/** The tab of all rulesets. */
const ALL = 'all';

/** Managed rulesets: which of them protect the zone, and what is in each. */
export function ManagedRules() {
  const zoneId = useZoneId();
  const list = useQuery(managedListQuery(zoneId));
  return (
    <div className="page">
      <div className="page-header">
        <h1>Managed rules</h1>
        <CopyAs
          call={{ operation: 'GET /zones/{zone_id}/rulesets', params: { zone_id: zoneId } }}
        />
      </div>
      <QueryState
        query={list}
        what="The managed rulesets could not be read"
        skeleton={<Skeleton lines={6} height={20} />}
      >
        {(rulesets) => <ManagedTabs zoneId={zoneId} rulesets={rulesets} />}
      </QueryState>
    </div>
  );
}

function ManagedTabs({ zoneId, rulesets }: { zoneId: string; rulesets: readonly RulesetHead[] }) {
  const [search, change] = usePageSearch();
  const entryPoints = useQueries({
    queries: managedPhases.map((phase) => entryPointQuery(zoneId, phase)),
    combine: (results) => ({
      data: results.map(({ data }) => data ?? null),
      isPending: results.some(({ isPending }) => isPending),
      failed: results.find(({ error }) => error),
    }),
  });
  const open = rulesets.find(({ id }) => id === search.tab);
  return (
    <Tabs
      label="Rulesets"
      tabs={[
        { id: ALL, label: 'All rulesets' },
        ...rulesets.map(({ id, name }) => ({ id, label: name })),
      ]}
      open={open?.id ?? ALL}
      onOpen={(tab) =>
        change({
          tab: tab === ALL ? undefined : tab,
          panel: undefined,
          filter: undefined,
          search: undefined,
        })
      }
    >
      {entryPoints.isPending ? (
        <Skeleton lines={6} height={20} />
      ) : entryPoints.failed ? (
        <QueryState query={entryPoints.failed} what="What is deployed could not be read">
          {() => null}
        </QueryState>
      ) : open ? (
        <RulesetView
          key={open.id}
          zoneId={zoneId}
          head={open}
          deployment={deploymentOf(entryPoints.data, open.id)}
        />
      ) : (
        <RulesetList
          zoneId={zoneId}
          rulesets={rulesets}
          deploymentFor={({ id }) => deploymentOf(entryPoints.data, id)}
        />
      )}
    </Tabs>
  );
}
