import type { Zone } from '../../parts/address/scope.ts';
import { usePageSearch } from '../../parts/address/use-page-search.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Icon } from '../../parts/controls/icon.tsx';
import { QueryState } from '../../parts/states/query-state.tsx';
import { Step, Steps, stepState } from '../../parts/steps/steps.tsx';
import { CheckResult } from './check-result.tsx';
import { ComparisonView } from './comparison-view.tsx';
import { DeployStep, FinishStep } from './deploy-step.tsx';
import type { MigrationState } from './migration.ts';
import { Review } from './review.tsx';
import { useComparison, useMigrationCheck, useMigrationConfig } from './use-migration.ts';
import { usePreviousVersion } from './use-previous-version.ts';

/** The tab of the address after "Ready to update". */
const READY = 'ready';
const ENTERPRISE = 'enterprise';

/** Check, review, deploy and compare, turn off: what is next follows from the state of the zone. */
export function MigrationSteps({ zone, state }: { zone: Zone; state: MigrationState }) {
  const [search, change] = usePageSearch();
  const check = useMigrationCheck(zone.id);
  const config = useMigrationConfig(zone.id);
  const comparison = useComparison(zone.id);
  const previous = usePreviousVersion(zone.id, state === 'start' || state === 'validation');
  const isCompatible = check.data?.result.compatible ?? false;
  const canValidate = zone.plan.legacy_id === ENTERPRISE;
  const isReady = search.tab === READY;
  const current = stepAt(state, isCompatible, canValidate, isReady);
  const review = (
    <Review
      zoneId={zone.id}
      previous={previous}
      config={config}
      lost={comparison.data?.result.not_migrated ?? []}
    />
  );
  return (
    <Steps label="Steps of the migration">
      <Step number={1} title="Check" state={stepState(1, current)}>
        <QueryState query={check} what="The zone could not be checked">
          {({ result }) => <CheckResult {...result} />}
        </QueryState>
      </Step>
      <Step number={2} title="Review the new configuration" state={stepState(2, current)}>
        {current === 2 && review}
        {current > 2 && (
          <>
            {state !== 'start' && <p className="secondary">The new rules are deployed.</p>}
            {state !== 'pending' && (
              <details>
                <summary>Both configurations</summary>
                {review}
              </details>
            )}
          </>
        )}
        {current === 2 && canValidate && config.data && (
          <DeployStep zone={zone} rules={config.data} />
        )}
        {current === 2 && !canValidate && (
          <>
            <p className="secondary">
              The plan of this zone cannot run both versions side by side: the next step deploys the
              new one and ends the previous one.
            </p>
            <Ready onReady={() => change({ tab: READY })} />
          </>
        )}
      </Step>
      <Step number={3} title="Compare both versions" state={stepState(3, current)}>
        {state === 'validation' ? (
          <QueryState query={comparison} what="The comparison could not be read">
            {({ result }) => <ComparisonView zoneId={zone.id} comparison={result} />}
          </QueryState>
        ) : (
          <p className="secondary">
            {state === 'start'
              ? 'Left out, because the plan of this zone runs one version at a time.'
              : 'Both versions no longer run side by side.'}
          </p>
        )}
        {current === 3 && (
          <>
            <p className="secondary">
              Let ordinary traffic pass, for a day or a week: whatever covers your jobs and forms.
            </p>
            <Ready onReady={() => change({ tab: READY })} />
          </>
        )}
      </Step>
      <Step number={4} title="Turn off the previous version" state={stepState(4, current)}>
        {state === 'pending' && (
          <p className="waiting" role="status">
            Waiting until every edge process runs the new rules …
          </p>
        )}
        {(state === 'start' || state === 'validation') && config.data && (
          <FinishStep
            zone={zone}
            rules={config.data}
            isDeployed={state === 'validation'}
            onBack={() => change({ tab: undefined })}
          />
        )}
      </Step>
    </Steps>
  );
}

function stepAt(
  state: MigrationState,
  isCompatible: boolean,
  canValidate: boolean,
  isReady: boolean,
): number {
  if (state === 'pending') return 4;
  if (!isCompatible) return 1;
  if (state === 'validation') return isReady ? 4 : 3;
  return isReady && !canValidate ? 4 : 2;
}

function Ready({ onReady }: { onReady: () => void }) {
  return (
    <div>
      <Button kind="primary" onClick={onReady}>
        <Icon name="check" /> Ready to update
      </Button>
    </div>
  );
}
