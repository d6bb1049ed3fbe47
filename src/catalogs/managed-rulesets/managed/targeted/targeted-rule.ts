import type { FindingSelector } from '../../../attacks/finding-selector.ts';
import { strengths } from '../../../attacks/strength.ts';
import { type RequestSample, ruleIdOf } from '../../managed-rule-base.ts';
import type { AttackRule, DetectionRule } from '../../managed-ruleset.ts';

/** What an attack does; each targeted rule has one of these tags or more. */
export const attackClasses = [
  'authentication-bypass',
  'backdoor',
  'broken-access-control',
  'code-injection',
  'command-injection',
  'deserialization',
  'directory-traversal',
  'dos',
  'file-inclusion',
  'file-upload',
  'header',
  'information-disclosure',
  'prototype-pollution',
  'remote-code-execution',
  'sql-injection',
  'ssrf',
  'template-injection',
  'xss',
  'xxe',
] as const;

/** Even a weak sign counts, where nothing honest looks like it. */
export const anyStrength = strengths;

interface TargetedEntry {
  readonly ref: string;
  /** "Product: what the attack does (CVE-…)" */
  readonly description: string;
  /** Products, classes of attacks, CVEs. */
  readonly categories: readonly string[];
  /** Block if no honest request looks like this. */
  readonly action?: 'block' | 'log';
  /** The description then says why. */
  readonly isOff?: true;
  readonly matching: readonly RequestSample[];
  readonly other: readonly RequestSample[];
}

/** A rule that recognises a request by its fields. */
export const detection = ({
  expression,
  ...entry
}: TargetedEntry & { readonly expression: string }): DetectionRule => ({
  kind: 'detection',
  ...common(entry),
  expression,
});

/** A rule that takes even weak signs for an attack, because nothing honest looks like them in these requests. */
export const attack = ({
  finds,
  expression,
  ...entry
}: TargetedEntry & {
  readonly finds: FindingSelector;
  readonly expression: string;
}): AttackRule => ({ kind: 'attack', ...common(entry), finds, expression });

function common({ action = 'block', isOff, matching, other, ref, ...rest }: TargetedEntry) {
  return {
    id: ruleIdOf(ref),
    ref,
    description: rest.description,
    categories: rest.categories,
    defaultAction: action,
    defaultEnabled: isOff !== true,
    version: '1',
    samples: { matching, other },
  };
}
