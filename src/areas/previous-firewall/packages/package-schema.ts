import {
  actionModes,
  allowedModes,
  DEFAULT_ACTION_MODE,
  DEFAULT_SENSITIVITY,
  denyModes,
  type PreviousGroup,
  type PreviousPackage,
  type PreviousRule,
  sensitivities,
  switchModes,
} from '../../../catalogs/previous-firewall/previous-package.ts';
import type { ZonePackages } from '../../../catalogs/previous-firewall/rule-states.ts';
import { ReadOnly, withExample } from '../../../http/common-schema.ts';
import { Type } from '../../../kernel/schema.ts';
import { countsOf, modeOfGroup, modeOfRule } from './package-model.ts';

const Sensitivity = Type.Enum([...sensitivities]);
const ActionMode = Type.Enum([...actionModes]);
const SwitchMode = Type.Enum([...switchModes]);
const RuleMode = Type.Enum([...denyModes, ...switchModes]);

const packageHead = {
  id: ReadOnly,
  name: ReadOnly,
  description: ReadOnly,
  zone_id: ReadOnly,
  detection_mode: ReadOnly,
  status: ReadOnly,
};

export const PackageBody = withExample(
  Type.Object({
    ...packageHead,
    sensitivity: Type.Optional(Sensitivity),
    action_mode: Type.Optional(ActionMode),
  }),
  { sensitivity: 'low', action_mode: 'simulate' },
);

export const PackageResponse = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: Type.Union([Type.String(), Type.Null()]),
  zone_id: Type.String(),
  detection_mode: Type.Enum(['traditional', 'anomaly']),
  status: Type.Literal('active'),
  sensitivity: Type.Optional(Sensitivity),
  action_mode: Type.Optional(ActionMode),
});

export function packageResponse(of: PreviousPackage, settings: ZonePackages, zoneId: string) {
  const { id, name, description, detectionMode } = of;
  return {
    id,
    name,
    description,
    zone_id: zoneId,
    detection_mode: detectionMode,
    status: 'active',
    ...(detectionMode === 'anomaly' && {
      sensitivity: settings.sensitivity ?? DEFAULT_SENSITIVITY,
      action_mode: settings.actionMode ?? DEFAULT_ACTION_MODE,
    }),
  };
}

export const GroupBody = withExample(Type.Object({ mode: SwitchMode }), { mode: 'off' });

export const GroupResponse = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  mode: SwitchMode,
  allowed_modes: Type.Array(SwitchMode),
  package_id: Type.String(),
  rules_count: Type.Integer(),
  modified_rules_count: Type.Integer(),
});

export function groupResponse(of: PreviousPackage, group: PreviousGroup, settings: ZonePackages) {
  const { id, name, description } = group;
  const counts = countsOf(settings, of, group);
  return {
    id,
    name,
    description,
    mode: modeOfGroup(settings, group),
    allowed_modes: switchModes,
    package_id: of.id,
    rules_count: counts.rules,
    modified_rules_count: counts.modified,
  };
}

export const RuleBody = withExample(Type.Object({ mode: RuleMode }), { mode: 'simulate' });

export const RuleResponse = Type.Object({
  id: Type.String(),
  description: Type.String(),
  priority: Type.String(),
  package_id: Type.String(),
  group: Type.Object({ id: Type.String(), name: Type.String() }),
  mode: RuleMode,
  allowed_modes: Type.Array(RuleMode),
  default_mode: Type.Optional(RuleMode),
});

export function ruleResponse(of: PreviousPackage, rule: PreviousRule, settings: ZonePackages) {
  const { id, description, priority, group, kind, defaultMode } = rule;
  return {
    id,
    description,
    priority: String(priority),
    package_id: of.id,
    group: { id: group.id, name: group.name },
    mode: modeOfRule(settings, rule),
    allowed_modes: allowedModes[kind],
    ...(kind === 'deny' && { default_mode: defaultMode }),
  };
}
