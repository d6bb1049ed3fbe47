import { coreRuleset } from '../../../catalogs/managed-rulesets/core/core.ts';
import { managedRuleset } from '../../../catalogs/managed-rulesets/managed/managed.ts';
import { currentDeployments } from '../../../catalogs/previous-firewall/current-deployments.ts';
import type { ZonePackages } from '../../../catalogs/previous-firewall/rule-states.ts';
import { Type } from '../../../kernel/schema.ts';
import { completeOverride, type UriOverride } from './override-model.ts';
import { overrideExpression } from './override-rules.ts';

const Rule = Type.Object({
  action: Type.Enum(['execute', 'skip']),
  expression: Type.String(),
  enabled: Type.Boolean(),
  description: Type.String(),
  action_parameters: Type.Record(Type.String(), Type.Unknown()),
});

export const OverridePreviewResponse = Type.Object({
  phase: Type.String(),
  rules: Type.Array(Rule),
});

/**
 * The rules that replace the override for managed rulesets, at the top of the entry point: they execute the rulesets with
 * the modes of the override, and skip the deployments below them. They are off if the packages are.
 */
export function overridePreview({ document }: UriOverride, zone: ZonePackages, isOn: boolean) {
  const override = completeOverride(document);
  const { urls, description, paused } = override;
  const common = {
    expression: overrideExpression(urls),
    enabled: isOn && !paused,
    description: description ?? '',
  };
  const executes = currentDeployments(zone, override).map(({ rulesetId: id, overrides }) => ({
    action: 'execute',
    ...common,
    action_parameters: { id, ...(Object.keys(overrides).length > 0 && { overrides }) },
  }));
  const skip = {
    action: 'skip',
    ...common,
    action_parameters: { rulesets: [managedRuleset.id, coreRuleset.id] },
  };
  return { phase: managedRuleset.phase, rules: [...executes, skip] };
}
