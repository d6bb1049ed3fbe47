import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { usePageSearch } from '../../parts/address/use-page-search.ts';
import { Button } from '../../parts/controls/button.tsx';
import { EdgeProof } from '../../parts/save/edge-proof.tsx';
import { Failure } from '../../parts/states/failure.tsx';
import { saveRule } from '../rules/save-rule.ts';
import { type Deployment, deployBody, deploymentTarget, type RulesetHead } from './deployment.ts';

interface DeployButtonProps {
  readonly zoneId: string;
  readonly head: RulesetHead;
  readonly deployment: Deployment | undefined;
}

/** Protection with one click, and the proof that the edge runs it. What is deployed already leads to its settings. */
export function DeployButton({ zoneId, head, deployment }: DeployButtonProps) {
  const [, change] = usePageSearch();
  const [savedAt, setSavedAt] = useState<number>();
  const deploying = useMutation({
    mutationFn: () => saveRule(deploymentTarget(zoneId, head, undefined), deployBody(head)),
    onSuccess: () => setSavedAt(performance.now()),
    // Also after a refused call, because another user may have deployed the ruleset.
    onSettled: () => void queryClient.invalidateQueries(),
  });
  return (
    <div className="managed-actions">
      {deployment ? (
        <Button onClick={() => change({ tab: head.id, panel: 'settings' })}>Settings</Button>
      ) : (
        <Button kind="primary" disabled={deploying.isPending} onClick={() => deploying.mutate()}>
          Deploy
        </Button>
      )}
      {deploying.error && <Failure error={deploying.error} what="The ruleset was not deployed" />}
      {savedAt !== undefined && <EdgeProof zoneId={zoneId} since={savedAt} />}
    </div>
  );
}
