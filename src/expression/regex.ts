/**
 * Compiled patterns. They run on RE2, whose time is linear in the value whatever the pattern; a pattern
 * that is plain text, with or without anchors, becomes a string search.
 */
import { RE2JS } from 're2js';
import { BoundedMap } from '../kernel/bounded-map.ts';
import { describeError } from '../kernel/palisade-error.ts';
import { asciiLower } from './ascii-case.ts';
import { translatePattern } from './regex-syntax.ts';
import { type RequiredText, requiredText } from './regex-text.ts';

export interface Pattern {
  readonly kind: 'pattern';
  /** True when the pattern is found anywhere in the value. */
  readonly test: (value: string) => boolean;
  /** The first match with its groups, and where it starts. */
  readonly find: (value: string) => PatternMatch | undefined;
  /** How many groups it has, the whole match not counted. */
  readonly groups: number;
}

export interface PatternMatch {
  readonly start: number;
  readonly end: number;
  /** The whole match first; an empty string for a group that took no part. */
  readonly groups: readonly string[];
}

export type CompiledPattern = Pattern | { readonly kind: 'problem'; readonly reason: string };

/** Patterns are compiled when they are checked and when they are run; both share one program. */
const compiled = new BoundedMap<string, RE2JS>(2048);

/** Compiles a pattern written as text. */
export function compilePattern(
  text: string,
  maxProgramSize = Number.POSITIVE_INFINITY,
): CompiledPattern {
  const translation = translatePattern(text);
  if (translation.kind === 'problem') return problem(translation.reason);
  let program: RE2JS;
  try {
    program = compiled.get(translation.pattern) ?? RE2JS.compile(translation.pattern);
  } catch (error) {
    return problem(describeError(error).replace(/^error parsing regexp: /, ''));
  }
  if (program.programSize() > maxProgramSize) {
    return problem(`compiled pattern is too large (limit: ${maxProgramSize})`);
  }
  compiled.set(translation.pattern, program);
  return {
    kind: 'pattern',
    test: tester(translation.pattern, program),
    find: finder(program),
    groups: program.groupCount(),
  };
}

function problem(reason: string): CompiledPattern {
  return { kind: 'problem', reason: `invalid regular expression: ${reason}` };
}

const IGNORE_CASE = '(?i)';

/** Text needs no automaton; neither does a value without the text that every match holds. */
function tester(pattern: string, program: RE2JS): (value: string) => boolean {
  if (!pattern.startsWith(IGNORE_CASE)) return textTester(requiredText(pattern), program);
  const required = requiredText(pattern.slice(IGNORE_CASE.length));
  if (required.text === '') return (value) => program.test(value);
  const text = asciiLower(required.text);
  if (required.whole) {
    const test = textTester({ ...required, text }, program);
    return (value) => test(asciiLower(value));
  }
  return (value) => asciiLower(value).includes(text) && program.test(value);
}

function textTester(required: RequiredText, program: RE2JS): (value: string) => boolean {
  const { text, whole, atStart, atEnd } = required;
  if (!whole && text === '') return (value) => program.test(value);
  if (!whole) return (value) => value.includes(text) && program.test(value);
  if (atStart && atEnd) return (value) => value === text;
  if (atStart) return (value) => value.startsWith(text);
  if (atEnd) return (value) => value.endsWith(text);
  return (value) => value.includes(text);
}

function finder(program: RE2JS): (value: string) => PatternMatch | undefined {
  return (value) => {
    const matcher = program.matcher(value);
    if (!matcher.find()) return undefined;
    const groups: string[] = [];
    for (let group = 0; group <= matcher.groupCount(); group++) {
      groups.push(matcher.group(group) ?? '');
    }
    return { start: matcher.start(), end: matcher.end(), groups };
  };
}
