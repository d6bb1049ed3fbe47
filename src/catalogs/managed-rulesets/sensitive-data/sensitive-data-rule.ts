import { type ManagedRuleBase, ruleIdOf } from '../managed-rule-base.ts';
import type { ValidatorName } from './validator-name.ts';

/**
 * A kind of data that responses should not give away. Candidates come from the patterns, in the part
 * of the language that JavaScript and RE2 have in common: no look-around, no back-references, every
 * repetition bounded (so a match has a greatest length), at most one group, which then is the finding.
 */
export interface SensitiveDataRule extends ManagedRuleBase<SensitiveSample, string> {
  readonly kind: 'sensitive-data';
  readonly defaultAction: 'log';
  readonly patterns: readonly string[];
  readonly ignoreCase: boolean;
  /** Every match contains one of these (in any case with `ignoreCase`); empty when nothing is sure. */
  readonly keywords: readonly string[];
  readonly boundary: Boundary;
  readonly validator?: ValidatorName;
  readonly context?: Context;
  /** Fewer different values than this in one text are no finding. */
  readonly minimumCount: number;
}

/**
 * What may not stand beside a finding. `word`: letters, digits, underscore, and a dash behind it.
 * `number`: the same, and no separator with a further digit, so that parts of longer numbers do not
 * count. `none`: anything may.
 */
export type Boundary = 'word' | 'number' | 'none';

/** One of the words must be within so many characters before or behind the finding. */
export interface Context {
  /** Lower case, single blanks; compared with text in which everything but letters and digits is a blank. */
  readonly words: readonly string[];
  readonly within: number;
}

/** A text and what has to be found in it, in order. */
export interface SensitiveSample {
  readonly text: string;
  readonly values: readonly string[];
}

/** The value between the two pieces of text is the finding. */
export function found(before: string, value: string, after = ''): SensitiveSample {
  return { text: before + value + after, values: [value] };
}

/** Distance in which a word still speaks about the number beside it: about a line or a table cell. */
const CONTEXT_DISTANCE = 60;

export function near(...words: string[]): Context {
  return { words, within: CONTEXT_DISTANCE };
}

/** For numbers without any check: the label of a field, hardly more. */
const LABEL_DISTANCE = 30;

export function beside(...words: string[]): Context {
  return { words, within: LABEL_DISTANCE };
}

/** The group that a rule belongs to is its first tag. */
export type SensitiveGroup = 'financial-data' | 'personal-data' | 'secrets';

interface SensitiveDataEntry
  extends Pick<SensitiveDataRule, 'ref' | 'description' | 'patterns' | 'samples'>,
    Partial<
      Pick<
        SensitiveDataRule,
        'boundary' | 'context' | 'id' | 'ignoreCase' | 'keywords' | 'minimumCount' | 'validator'
      >
    > {
  readonly group: SensitiveGroup;
  /** Further tags, finer than the group. */
  readonly tags: readonly string[];
  /** Only what is hardly ever a false alarm, and always a problem, is on by itself. */
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
    ignoreCase: false,
    keywords: [],
    minimumCount: 1,
    ...rest,
  };
}
