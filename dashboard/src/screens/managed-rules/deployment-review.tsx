import { queryClient } from '../../api/query-client.ts';
import { SaveReview } from '../../parts/save/save-review.tsx';
import { definitionOf, type RuleBody } from '../rules/ruleset.ts';
import { ruleCall, saveRule } from '../rules/save-rule.ts';
import { type Deployment, deploymentTarget } from './deployment.ts';

interface DeploymentReviewProps {
  readonly zoneId: string;
  readonly deployment: Deployment;
  readonly body: RuleBody;
  readonly title: string;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** A change of the rule that deploys a managed ruleset: its difference, then the proof. */
export function DeploymentReview(props: DeploymentReviewProps) {
  const { zoneId, deployment, body } = props;
  const target = deploymentTarget(zoneId, deployment.entryPoint, deployment);
  return (
    <SaveReview
      title={props.title}
      before={definitionOf(deployment.rule)}
      after={body}
      call={ruleCall(target, body)}
      save={() => saveRule(target, body)}
      zoneId={zoneId}
      submitLabel="Save"
      failure="The deployment is as it was"
      onCancel={props.onClose}
      onSaved={() => {
        props.onSaved();
        void queryClient.invalidateQueries();
      }}
    />
  );
}
