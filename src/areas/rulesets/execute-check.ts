import { managedLists } from '../../catalogs/managed-lists.ts';
import {
  canOverride,
  type ManagedRuleset,
  type OverridableProperty,
} from '../../catalogs/managed-rulesets/managed-ruleset.ts';
import { managedRulesetById } from '../../catalogs/managed-rulesets/managed-rulesets.ts';
import type { RuleOverride, RulesetOverrides } from '../../contracts/snapshot/rulesets-section.ts';
import { ApiError } from '../../http/api-error.ts';
import { isUsable, keyBytes, publicKeyFrom } from '../../kernel/hpke.ts';
import type { RuleCheckContext } from './rule-check-context.ts';
import { listsUsedBy } from './rule-lists.ts';
import type { Rule, RuleDraft, Ruleset } from './ruleset-model.ts';

/** Parameters of `execute`, validated by their schema. */
export interface ExecuteParameters {
  readonly id: string;
  readonly version?: string;
  readonly matched_data?: { readonly public_key: string };
  readonly overrides?: RulesetOverrides;
}

/** The public schema has this member. It is refused, since no managed ruleset has sensitivity levels. */
interface Sensitivity {
  readonly sensitivity_level?: string;
}

/** An execute rule must name an existing ruleset of its phase, and overrides must refer to rules and tags of it. */
export function checkExecute(rule: RuleDraft, context: RuleCheckContext, at: string): void {
  const parameters = rule.parameters as unknown as ExecuteParameters;
  const pointer = `${at}/action_parameters`;
  const managed = managedRulesetById(parameters.id);
  if (managed && managed.phase === context.phase.name) {
    checkManaged(parameters, managed, pointer);
    return;
  }
  checkCustom(parameters, context, pointer);
}

function checkManaged(
  { version, overrides, matched_data: matchedData }: ExecuteParameters,
  managed: ManagedRuleset,
  pointer: string,
): void {
  if (version !== undefined && version !== 'latest' && version !== managed.version) {
    const values = { id: managed.id, version };
    throw new ApiError('executeVersion', values, { pointer: `${pointer}/version` });
  }
  if (matchedData && keepsMatchedData(managed)) {
    checkPublicKey(matchedData.public_key, `${pointer}/matched_data/public_key`);
  }
  if (overrides) checkOverrides(overrides, managed, `${pointer}/overrides`);
}

/** Data that sensitive data detection finds is never stored, not even encrypted. */
export function keepsMatchedData({ phase }: ManagedRuleset): boolean {
  return phase !== 'http_response_firewall_managed';
}

/** Rules whose `matched_data` has no effect. */
export function rulesIgnoringMatchedData(rules: readonly Rule[]): readonly Rule[] {
  return rules.filter(({ action, parameters }) => {
    if (action !== 'execute' || !parameters) return false;
    const { id, matched_data: matchedData } = parameters as unknown as ExecuteParameters;
    const managed = managedRulesetById(id);
    return matchedData !== undefined && managed !== undefined && !keepsMatchedData(managed);
  });
}

function checkPublicKey(text: string, pointer: string): void {
  const raw = keyBytes(text);
  if (raw && isUsable(publicKeyFrom(raw))) return;
  const problem = raw
    ? 'this "public_key" is insecure: anybody could decrypt data that is encrypted for it'
    : '"public_key" must be the 32 bytes of an X25519 public key in base64, 44 characters: "palisade matched-data generate-key" generates one';
  throw new ApiError('parametersInvalid', { problem }, { pointer });
}

/** Members of a rule's override, and the property that each of them sets. */
const ruleMembers = [
  ['action', 'action'],
  ['enabled', 'enabled'],
  ['score_threshold', 'scoreThreshold'],
] as const;

function checkOverrides(overrides: RulesetOverrides, managed: ManagedRuleset, at: string): void {
  const { ruleset: forAll, rule: forOne } = managed.allowedOverrideActions;
  checkOverride(
    overrides,
    { allowed: forAll, overridable: managed.overridable.ruleset },
    managed,
    at,
  );
  (overrides.categories ?? []).forEach((override, n) => {
    const pointer = `${at}/categories/${n}`;
    const { category } = override;
    // A managed ruleset without rules accepts every tag: a later version may add rules.
    const isTag =
      managed.rules.length <= 1 || managed.rules.some((rule) => rule.categories.includes(category));
    if (!isTag) {
      const values = { category, ruleset: managed.name };
      throw new ApiError('overrideCategory', values, { pointer: `${pointer}/category` });
    }
    const level = { allowed: forOne, overridable: managed.overridable.tag };
    checkOverride(override, level, managed, pointer);
  });
  (overrides.rules ?? []).forEach((override, n) => {
    const pointer = `${at}/rules/${n}`;
    const known = managed.rules.find((rule) => rule.id === override.id);
    if (!known) {
      const values = { id: override.id, ruleset: managed.name };
      throw new ApiError('overrideRule', values, { pointer: `${pointer}/id` });
    }
    for (const [member, property] of ruleMembers) {
      if (override[member] === undefined || canOverride(managed, known, property)) continue;
      const values = { member, ruleset: `rule ${known.id} of ${managed.name}` };
      throw new ApiError('overrideUnsupported', values, { pointer: `${pointer}/${member}` });
    }
    const level = { allowed: forOne, overridable: managed.overridable.rule };
    checkOverride(override, level, managed, pointer);
  });
}

/** Actions and properties that overrides of one level may set. */
interface OverrideLevel {
  readonly allowed: readonly string[];
  readonly overridable: readonly OverridableProperty[];
}

function checkOverride(
  override: RuleOverride & Sensitivity,
  { allowed, overridable }: OverrideLevel,
  managed: ManagedRuleset,
  pointer: string,
): void {
  const unsupported = (['action', 'enabled'] as const).find(
    (member) => override[member] !== undefined && !overridable.includes(member),
  );
  const member = override.sensitivity_level === undefined ? unsupported : 'sensitivity_level';
  if (member !== undefined) {
    const values = { member, ruleset: managed.name };
    throw new ApiError('overrideUnsupported', values, { pointer: `${pointer}/${member}` });
  }
  const { action } = override;
  if (action === undefined || allowed.includes(action)) return;
  const values = { action, ruleset: managed.name, allowed: allowed.join(', ') };
  throw new ApiError('overrideAction', values, { pointer: `${pointer}/action` });
}

function checkCustom(
  { id, version, overrides, matched_data: matchedData }: ExecuteParameters,
  { known, phase, kind, lists }: RuleCheckContext,
  pointer: string,
): void {
  const target = known.get(id);
  if (target?.kind !== 'custom' || target.phase !== phase.name || kind === 'custom') {
    throw new ApiError('executeUnknown', { id, phase: phase.name }, { pointer: `${pointer}/id` });
  }
  if (version !== undefined && !known.has(`${id} ${version}`)) {
    throw new ApiError('executeVersion', { id, version }, { pointer: `${pointer}/version` });
  }
  // Lists that the latest version uses cannot be deleted.
  const pinned = version === 'latest' ? undefined : known.get(`${id} ${version}`);
  const gone = listsOf(pinned).find((name) => !lists.has(name));
  if (gone !== undefined) {
    const problem = `version ${version} of ruleset ${id} uses the list "${gone}", which was deleted`;
    throw new ApiError('parametersInvalid', { problem }, { pointer: `${pointer}/version` });
  }
  const member = overrides ? 'overrides' : matchedData ? 'matched_data' : undefined;
  if (member === undefined) return;
  const values = { member, ruleset: `the custom ruleset ${target.name}` };
  throw new ApiError('overrideUnsupported', values, { pointer: `${pointer}/${member}` });
}

function listsOf(version: Ruleset | undefined): string[] {
  const names = version?.rules.flatMap((rule) => [...listsUsedBy(rule)]) ?? [];
  return names.filter((name) => !managedLists.has(name));
}
