import type { Boundary } from '../boundary.ts';
import { type ManagedRuleBase, ruleIdOf } from '../managed-rule-base.ts';
import type { ValidatorName } from './validator-name.ts';

/**
 * A kind of data that responses should not disclose. Patterns find candidates. They use the common subset of JavaScript
 * and RE2: no look-around, no back-references, every repetition bounded (so that matches have a maximum length), at most
 * one group, which then is the finding.
 */
export interface SensitiveDataRule extends ManagedRuleBase<SensitiveSample, string> {
  readonly kind: 'sensitive-data';
  readonly defaultAction: 'log';
  readonly patterns: readonly string[];
  readonly ignoreCase: boolean;
  /** Every match contains one of these (in any case with `ignoreCase`); empty if there is no such text. */
  readonly keywords: readonly string[];
  readonly boundary: Boundary;
  readonly validator?: ValidatorName;
  readonly context?: Context;
  /** Whether a match begins at the start of a word or hump: for patterns that begin with the name of the value. */
  readonly beginsWord: boolean;
  /** Values of these names are never findings. */
  readonly notUnder?: NameWords;
  /** A text with fewer distinct values has no finding. */
  readonly minimumCount: number;
}

/** Words in lower case of names such as `orderId`. */
export interface NameWords {
  /** Names that end with one of these words. */
  readonly last: readonly string[];
  /** Names that contain one of these words. */
  readonly any: readonly string[];
}

/** Names of values that forms and documentation show. */
export const exampleNames = ['example', 'examples', 'placeholder', 'sample'];

/** One of the words must be within this number of characters before or after the finding. */
export interface Context {
  /** In lower case with single spaces; in the text everything but letters and digits counts as a space. */
  readonly words: readonly string[];
  readonly within: number;
  /** Only the name of the value or of its column counts. */
  readonly isLabel: boolean;
}

/** A text and the values that must be found in it, in order. */
export interface SensitiveSample {
  readonly text: string;
  readonly values: readonly string[];
}

/** A sample with one finding, between two pieces of text. */
export function found(before: string, value: string, after = ''): SensitiveSample {
  return { text: before + value + after, values: [value] };
}

/** The default distance of context words: about a line or a table cell. */
const CONTEXT_DISTANCE = 60;

export function near(...words: string[]): Context {
  return { words, within: CONTEXT_DISTANCE, isLabel: false };
}

/** A short distance for numbers without a check digit: about the label of a field. */
const LABEL_DISTANCE = 30;

export function beside(...words: string[]): Context {
  return { words, within: LABEL_DISTANCE, isLabel: false };
}

/** The name that the value is assigned to, or the header of its column. */
export function under(...words: string[]): Context {
  return { words, within: CONTEXT_DISTANCE, isLabel: true };
}

/** The group of a rule is its first tag. */
export type SensitiveGroup = 'financial-data' | 'personal-data' | 'secrets';

interface SensitiveDataEntry
  extends Pick<SensitiveDataRule, 'ref' | 'description' | 'patterns' | 'samples'>,
    Partial<
      Pick<
        SensitiveDataRule,
        | 'beginsWord'
        | 'boundary'
        | 'context'
        | 'id'
        | 'ignoreCase'
        | 'keywords'
        | 'minimumCount'
        | 'notUnder'
        | 'validator'
      >
    > {
  readonly group: SensitiveGroup;
  /** Further tags besides the group. */
  readonly tags: readonly string[];
  /** Only rules that rarely have false positives, and whose findings are always a problem, are on by default. */
  readonly enabled?: boolean;
}

export function sensitiveDataRule(entry: SensitiveDataEntry): SensitiveDataRule {
  const { group, tags, enabled = false, ...rest } = entry;
  return {
    kind: 'sensitive-data',
    id: ruleIdOf(entry.ref),
    categories: [group, ...tags],
    defaultAction: 'log',
    defaultEnabled: enabled,
    version: '1',
    boundary: 'word',
    beginsWord: false,
    ignoreCase: false,
    keywords: [],
    minimumCount: 1,
    ...rest,
  };
}
