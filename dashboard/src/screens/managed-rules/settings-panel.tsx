import { useState } from 'react';
import { Button } from '../../parts/controls/button.tsx';
import { Form } from '../../parts/form/form.tsx';
import { SidePanel } from '../../parts/panel/side-panel.tsx';
import { DeleteReview } from '../rules/delete-review.tsx';
import type { RuleBody } from '../rules/ruleset.ts';
import { checkFailure, checkRule, ruleCall } from '../rules/save-rule.ts';
import { type Deployment, deploymentTarget, type ManagedRuleset } from './deployment.ts';
import { DeploymentReview } from './deployment-review.tsx';
import { settingsForm } from './settings-form.ts';

interface SettingsPanelProps {
  readonly zoneId: string;
  readonly ruleset: ManagedRuleset;
  readonly deployment: Deployment;
  readonly onClose: () => void;
}

type Step = 'edit' | 'remove' | { readonly body: RuleBody };

/** How a managed ruleset acts in the zone: action, sensitivity, tags, and for which requests. */
export function SettingsPanel(props: SettingsPanelProps) {
  const { zoneId, ruleset, onClose } = props;
  // The deployment is read again after saving; the panel stays with that of the decision.
  const [deployment] = useState(props.deployment);
  const [form] = useState(() => settingsForm(zoneId, ruleset, deployment));
  const [values, setValues] = useState(form.initial);
  const [step, setStep] = useState<Step>('edit');
  const [isSaved, setSaved] = useState(false);
  const target = deploymentTarget(zoneId, ruleset, deployment);
  const back = () => (isSaved ? onClose() : setStep('edit'));
  const { operation, params } = ruleCall(target, {});
  return (
    <SidePanel title={`Settings of ${ruleset.name}`} onClose={onClose} isWide>
      {step === 'edit' && (
        <Form
          fields={form.fields}
          initial={values}
          operation={operation}
          params={params}
          toBody={form.bodyOf}
          submit={async (entered) => {
            await checkRule(target, form.bodyOf(entered));
            return entered;
          }}
          submitLabel="Review"
          failure={checkFailure('The deployment')}
          onDone={(entered) => {
            setValues(entered);
            setStep({ body: form.bodyOf(entered) });
          }}
          end={
            <Button kind="danger" onClick={() => setStep('remove')}>
              Remove the deployment
            </Button>
          }
        />
      )}
      {step === 'remove' && (
        <DeleteReview
          target={target}
          rule={deployment.rule}
          onCancel={back}
          onSaved={() => setSaved(true)}
        />
      )}
      {typeof step === 'object' && (
        <DeploymentReview
          zoneId={zoneId}
          deployment={deployment}
          body={step.body}
          title={`Change ${ruleset.name}`}
          onClose={back}
          onSaved={() => setSaved(true)}
        />
      )}
    </SidePanel>
  );
}
