import { ApiError } from '../../http/api-error.ts';
import {
  MAX_CONDITION_LENGTH,
  type PreviousConfiguration,
} from '../previous-firewall/previous-configuration-read-model.ts';
import type { MigrationState } from './migration-state.ts';

/** More firewall rules, or longer expressions, are too much for an automatic migration. */
const MAX_FIREWALL_RULES = 200;
const MAX_EXPRESSION_BYTES = 4096;

/** Why a zone cannot be migrated, as the API shows it. */
export interface IncompatibilityReason {
  readonly code: string;
  readonly message: string;
}

/** What the conditions of a migration look at. */
export interface Candidate {
  readonly state: MigrationState;
  readonly previous: PreviousConfiguration;
  /** The expressions of the equivalent rules. */
  readonly expressions: readonly string[];
}

interface Condition extends IncompatibilityReason {
  isBroken(candidate: Candidate): boolean;
}

const tooLong: Condition = {
  code: 'expression_too_long',
  message: `The expression of a migrated rule would have more than ${MAX_EXPRESSION_BYTES} bytes. Shorten the expressions of firewall rules that bypass managed rules, use fewer page rules, or ask the operator of this installation for help.`,
  isBroken: ({ expressions }) =>
    expressions.some((text) => Buffer.byteLength(text) > MAX_EXPRESSION_BYTES),
};

const always: readonly Condition[] = [
  {
    code: 'plan_not_supported',
    message: 'The plan of the zone has no previous managed rules: there is nothing to migrate.',
    isBroken: ({ state }) => state === 'default',
  },
  {
    code: 'already_migrated',
    message: 'The zone has been migrated, which cannot be undone or repeated.',
    isBroken: ({ state }) => state === 'pending' || state === 'complete',
  },
  {
    code: 'uri_overrides_present',
    message:
      'The zone has URI-based overrides. Delete them with DELETE /zones/{zone_id}/firewall/waf/overrides/{id}; the preview of an override shows the rules that have its effect.',
    isBroken: ({ previous }) => previous.uriOverrides > 0,
  },
  {
    code: 'too_many_firewall_rules',
    message: `More than ${MAX_FIREWALL_RULES} firewall rules bypass the managed rules. Join them, or ask the operator of this installation for help.`,
    isBroken: ({ previous }) => previous.bypassed.length > MAX_FIREWALL_RULES,
  },
  tooLong,
];

/** The first procedure of the migration carried less over. */
const firstPhase: readonly Condition[] = [
  {
    code: 'core_rule_set_enabled',
    message: 'The previous core rule set is on. Use phase_two=1, or switch it off.',
    isBroken: ({ previous }) => previous.isOn && previous.isCoreOn,
  },
  {
    code: 'bypass_firewall_rules_present',
    message: 'Firewall rules bypass the managed rules. Use phase_two=1, or delete them.',
    isBroken: ({ previous }) => previous.bypassed.length > 0,
  },
  {
    code: 'page_rules_affect_firewall',
    message:
      'Page rules disable security, or switch the managed rules on or off. Use phase_two=1, or delete them.',
    isBroken: ({ previous }) => previous.exempted.length + previous.included.length > 0,
  },
];

/** Throws if the equivalent configuration cannot be shown. */
export function requireComplete(expressions: readonly string[]): void {
  if (expressions.every(({ length }) => length <= MAX_CONDITION_LENGTH)) return;
  throw new ApiError('migrationIncompatible', { reasons: textOf([tooLong]) });
}

export const textOf = (reasons: readonly IncompatibilityReason[]): string =>
  reasons.map(({ code, message }) => `${code}: ${message}`).join(' ');

/** Empty if the zone can be migrated. */
export function incompatibilities(
  candidate: Candidate,
  isPhaseTwo: boolean,
): readonly IncompatibilityReason[] {
  const conditions = isPhaseTwo ? always : [...always, ...firstPhase];
  return conditions
    .filter((condition) => condition.isBroken(candidate))
    .map(({ code, message }) => ({ code, message }));
}
