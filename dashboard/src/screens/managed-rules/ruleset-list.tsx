import { usePageSearch } from '../../parts/address/use-page-search.ts';
import { DeployButton } from './deploy-button.tsx';
import type { Deployment, RulesetHead } from './deployment.ts';
import { DeploymentState } from './deployment-state.tsx';

interface RulesetListProps {
  readonly zoneId: string;
  readonly rulesets: readonly RulesetHead[];
  readonly deploymentFor: (ruleset: RulesetHead) => Deployment | undefined;
}

/** All managed rulesets, each with its state and a button that deploys it. */
export function RulesetList({ zoneId, rulesets, deploymentFor }: RulesetListProps) {
  const [, change] = usePageSearch();
  return (
    <ul className="managed-list">
      {rulesets.map((ruleset) => {
        const deployment = deploymentFor(ruleset);
        return (
          <li key={ruleset.id} className="managed-item">
            <div className="managed-words">
              <h2>
                <button
                  type="button"
                  className="row-button"
                  onClick={() => change({ tab: ruleset.id })}
                >
                  {ruleset.name}
                </button>
              </h2>
              <p className="secondary">{ruleset.description}.</p>
            </div>
            <DeploymentState deployment={deployment} />
            <DeployButton zoneId={zoneId} head={ruleset} deployment={deployment} />
          </li>
        );
      })}
    </ul>
  );
}
