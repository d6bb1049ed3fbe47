import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { usePageSearch } from '../../parts/address/use-page-search.ts';
import { QueryState } from '../../parts/states/query-state.tsx';
import { Skeleton } from '../../parts/states/skeleton.tsx';
import { DeployButton } from './deploy-button.tsx';
import {
  type Deployment,
  type ManagedRuleset,
  managedRulesetQuery,
  type RulesetHead,
} from './deployment.ts';
import { DeploymentState } from './deployment-state.tsx';
import { ManagedRulePanel } from './managed-rule-panel.tsx';
import { ManagedRulesTable } from './managed-rules-table.tsx';
import { effectiveRule } from './overrides.ts';
import { SettingsPanel } from './settings-panel.tsx';

interface RulesetViewProps {
  readonly zoneId: string;
  readonly head: RulesetHead;
  readonly deployment: Deployment | undefined;
}

/** One managed ruleset: its state, and all of its rules as they run in the zone. */
export function RulesetView({ zoneId, head, deployment }: RulesetViewProps) {
  const query = useQuery(managedRulesetQuery(zoneId, head.id));
  return (
    <div className="rules">
      <div className="page-header">
        <p className="secondary rules-purpose">{head.description}.</p>
        <div className="page-actions">
          <DeploymentState deployment={deployment} />
          <DeployButton zoneId={zoneId} head={head} deployment={deployment} />
        </div>
      </div>
      <QueryState
        query={query}
        what="The rules could not be read"
        skeleton={<Skeleton lines={8} height={20} />}
      >
        {({ result }) =>
          result && <Rules zoneId={zoneId} ruleset={result} deployment={deployment} />
        }
      </QueryState>
    </div>
  );
}

interface RulesProps {
  readonly zoneId: string;
  readonly ruleset: ManagedRuleset;
  readonly deployment: Deployment | undefined;
}

function Rules({ zoneId, ruleset, deployment }: RulesProps) {
  const [search, change] = usePageSearch();
  const overrides = deployment?.overrides;
  const rows = useMemo(
    () => ruleset.rules.map((rule) => ({ rule, effect: effectiveRule(rule, overrides ?? {}) })),
    [ruleset, overrides],
  );
  const close = () => change({ panel: undefined });
  const shown = rows.find(({ rule }) => rule.id === search.panel);
  return (
    <>
      <ManagedRulesTable name={ruleset.id} rows={rows} />
      {search.panel === 'settings' && deployment && (
        <SettingsPanel zoneId={zoneId} ruleset={ruleset} deployment={deployment} onClose={close} />
      )}
      {shown && (
        <ManagedRulePanel
          key={shown.rule.id}
          zoneId={zoneId}
          ruleset={ruleset}
          row={shown}
          deployment={deployment}
          onClose={close}
        />
      )}
    </>
  );
}
