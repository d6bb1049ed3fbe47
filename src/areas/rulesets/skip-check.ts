import { managedRulesetById } from '../../catalogs/managed-rulesets/managed-rulesets.ts';
import { ApiError } from '../../http/api-error.ts';
import type { RuleCheckContext } from './rule-check-context.ts';
import type { RuleDraft } from './ruleset-model.ts';

interface SkipParameters {
  readonly ruleset?: 'current';
  readonly phase?: 'current';
  readonly phases?: readonly string[];
  readonly rulesets?: readonly string[];
  readonly rules?: Readonly<Record<string, readonly string[]>>;
  readonly products?: readonly string[];
}

/** Members that exclude each other. */
const conflicts: readonly (readonly [keyof SkipParameters, keyof SkipParameters])[] = [
  ['ruleset', 'rulesets'],
  ['ruleset', 'rules'],
  ['phases', 'rulesets'],
  ['phase', 'ruleset'],
  ['phase', 'phases'],
  ['phase', 'rulesets'],
  ['phase', 'rules'],
];

/** Later phases that rules may skip. */
const skippablePhases: Readonly<Record<string, readonly string[]>> = {
  http_request_firewall_custom: [
    'http_ratelimit',
    'http_request_sbfm',
    'http_request_firewall_managed',
  ],
};

type Context = Pick<RuleCheckContext, 'phase'>;

export function checkSkip(
  { parameters }: Pick<RuleDraft, 'parameters'>,
  context: Context,
  at: string,
): void {
  const skip = (parameters ?? {}) as SkipParameters;
  const pointer = `${at}/action_parameters`;
  for (const [one, other] of conflicts) {
    if (skip[one] !== undefined && skip[other] !== undefined) {
      throw new ApiError('skipCombination', { one, other }, { pointer: `${pointer}/${one}` });
    }
  }
  if (skip.phase !== undefined && skip.products === undefined) {
    const problem = '"phase" is only for skipping "products"';
    throw new ApiError('parametersInvalid', { problem }, { pointer: `${pointer}/phase` });
  }
  checkPhases(skip.phases ?? [], context, `${pointer}/phases`);
  (skip.rulesets ?? []).forEach((id, n) => {
    findManaged(id, context, `${pointer}/rulesets/${n}`);
  });
  for (const [id, ruleIds] of Object.entries(skip.rules ?? {})) {
    const managed = findManaged(id, context, `${pointer}/rules`);
    const unknown = ruleIds.find((ruleId) => !managed.rules.some((rule) => rule.id === ruleId));
    if (unknown !== undefined) {
      const source = { pointer: `${pointer}/rules/${id}` };
      throw new ApiError('overrideRule', { id: unknown, ruleset: managed.name }, source);
    }
  }
}

function checkPhases(names: readonly string[], { phase }: Context, at: string): void {
  const skippable = skippablePhases[phase.name] ?? [];
  names.forEach((target, n) => {
    if (skippable.includes(target)) return;
    const known =
      skippable.length > 0 ? `only ${skippable.join(', ')} can` : 'no phase can be skipped from it';
    const pointer = `${at}/${n}`;
    throw new ApiError('skipTarget', { target, phase: phase.name, known }, { pointer });
  });
}

function findManaged(id: string, { phase }: Context, pointer: string) {
  const managed = managedRulesetById(id);
  if (managed && managed.phase === phase.name) return managed;
  const known = 'it is not a managed ruleset of that phase';
  throw new ApiError('skipTarget', { target: id, phase: phase.name, known }, { pointer });
}
