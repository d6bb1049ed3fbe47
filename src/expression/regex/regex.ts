/**
 * Compiled patterns. They run on RE2, whose time is linear in the length of the value for any pattern; a pattern
 * that is a literal, with or without anchors, becomes a string search.
 */
import { RE2JS } from 're2js';
import { describeError } from '../../kernel/palisade-error.ts';
import { asciiLower } from '../ascii-case.ts';
import { ProgramCache } from '../compile/program-cache.ts';
import { patternShape } from './regex-size.ts';
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
  /** The whole match first; an empty string for a group that did not participate. */
  readonly groups: readonly string[];
}

interface PatternProblem {
  readonly kind: 'problem';
  readonly reason: string;
}

export type CompiledPattern = Pattern | PatternProblem;

/** A valid pattern with an upper bound of its instructions, or its problem. */
export type CheckedPattern = { readonly kind: 'sound'; readonly size: number } | PatternProblem;

/** At most about 25 MB of programs; those of a thousand ordinary rules fit. */
const programs = new ProgramCache(250_000);

/** Checks a pattern written as text. It compiles no program, because a client that writes rules may check many patterns. */
export function checkPattern(text: string, maxSize: number): CheckedPattern {
  const translation = translatePattern(text);
  if (translation.kind === 'problem') return problem(translation.reason);
  const { size, balanced } = patternShape(translation.pattern);
  if (size > maxSize) return problem(`compiled pattern is too large (limit: ${maxSize})`);
  if (balanced && parses(translation.pattern)) return { kind: 'sound', size };
  const built = build(translation.pattern);
  return built instanceof RE2JS ? { kind: 'sound', size } : built;
}

/** Compiles a pattern written as text, of any size: checkPattern has limited it before. */
export function compilePattern(text: string): CompiledPattern {
  const translation = translatePattern(text);
  if (translation.kind === 'problem') return problem(translation.reason);
  const program = build(translation.pattern);
  if (!(program instanceof RE2JS)) return program;
  return {
    kind: 'pattern',
    test: tester(translation.pattern, program),
    find: finder(program),
    groups: program.groupCount(),
  };
}

function build(pattern: string): RE2JS | PatternProblem {
  try {
    const program = programs.get(pattern) ?? RE2JS.compile(pattern);
    programs.set(pattern, program);
    return program;
  } catch (error) {
    return problem(syntaxError(error));
  }
}

/**
 * True if RE2 can parse a pattern whose parentheses are balanced. Its parser cannot be called alone, so
 * it gets one surplus parenthesis: an error about that one means that everything before it was parsed, and
 * occurs before a program is built.
 */
function parses(pattern: string): boolean {
  try {
    RE2JS.compile(`${pattern})`);
    return false;
  } catch (error) {
    return syntaxError(error).startsWith('unexpected )');
  }
}

function syntaxError(error: unknown): string {
  return describeError(error).replace(/^error parsing regexp: /, '');
}

function problem(reason: string): PatternProblem {
  return { kind: 'problem', reason: `invalid regular expression: ${reason}` };
}

const IGNORE_CASE = '(?i)';

/** Literals need no automaton; neither does a value without the literal that every match contains. */
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
