import { Badge } from '../../parts/controls/badge.tsx';
import type { Deployment } from './deployment.ts';

/** Whether a ruleset runs, and how many overrides it has. */
export function DeploymentState({ deployment }: { deployment: Deployment | undefined }) {
  if (!deployment) return <Badge tone="neutral">Not deployed</Badge>;
  const { rule, overrides } = deployment;
  if (!rule.enabled) return <Badge tone="warning">Switched off</Badge>;
  const { rules = [], categories = [], ...whole } = overrides;
  const count = rules.length + categories.length + Object.keys(whole).length;
  const text = count === 0 ? '' : `, ${count} ${count === 1 ? 'override' : 'overrides'}`;
  return <Badge tone="good">Deployed{text}</Badge>;
}
