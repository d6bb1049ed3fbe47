import { useState } from 'react';
import { queryClient } from '../../api/query-client.ts';
import type { Zone } from '../../parts/address/scope.ts';
import { Button } from '../../parts/controls/button.tsx';
import { SaveReview } from '../../parts/save/save-review.tsx';
import type { ConfiguredRule } from './migration.ts';
import { deploy, deployCall } from './use-migration.ts';

interface DeployStepProps {
  readonly zone: Zone;
  readonly rules: readonly ConfiguredRule[];
}

/** Runs both versions side by side: the new one first, then the previous one, and both act. */
export function DeployStep({ zone, rules }: DeployStepProps) {
  const [isOpen, setOpen] = useState(false);
  const call = deployCall(zone.id, 'validation', rules);
  if (!isOpen) {
    return (
      <>
        <p className="secondary">
          Both versions run side by side, the new one first, for as long as you want. At every
          instant at least one of them protects the zone.
        </p>
        <div>
          <Button kind="primary" onClick={() => setOpen(true)}>
            Deploy
          </Button>
        </div>
      </>
    );
  }
  return (
    <SaveReview
      title={`Deploy the new version on ${zone.name}`}
      before={{ 'previous version': 'acts', 'new version': 'off' }}
      after={{ 'previous version': 'acts', 'new version': 'acts first' }}
      call={call}
      save={() => deploy(call)}
      zoneId={zone.id}
      submitLabel="Deploy"
      failure="Nothing was deployed"
      onCancel={() => setOpen(false)}
      onSaved={() => void queryClient.invalidateQueries()}
    />
  );
}

interface FinishStepProps extends DeployStepProps {
  /** Whether the new version acts already; if not, this step also deploys it. */
  readonly isDeployed: boolean;
  readonly onBack: () => void;
}

/** Ends the previous version. There is no way back. */
export function FinishStep({ zone, rules, isDeployed, onBack }: FinishStepProps) {
  const [isOpen, setOpen] = useState(false);
  const call = deployCall(zone.id, 'pending', rules);
  return (
    <>
      <p>
        <strong>There is no way back.</strong> The packages, groups, rules and overrides of the
        previous version end with this step, also in the API. If the new rules do harm, change or
        switch off the new rules; the previous ones cannot return.
      </p>
      {isOpen ? (
        <SaveReview
          title={`Turn off the previous version of ${zone.name}`}
          before={{ 'previous version': 'acts', 'new version': isDeployed ? 'acts' : 'off' }}
          after={{ 'previous version': 'ended, for ever', 'new version': 'acts' }}
          call={call}
          save={() => deploy(call)}
          zoneId={zone.id}
          submitLabel="Turn off previous version"
          failure="Both versions are as before"
          confirmation={zone.name}
          onCancel={() => setOpen(false)}
          onSaved={() => void queryClient.invalidateQueries()}
        />
      ) : (
        <div className="page-actions">
          <Button kind="danger" onClick={() => setOpen(true)}>
            Turn off previous version
          </Button>
          <Button onClick={onBack}>Not yet</Button>
        </div>
      )}
    </>
  );
}
