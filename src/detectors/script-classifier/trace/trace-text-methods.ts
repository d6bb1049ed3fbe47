import { MAX_RESULT } from './trace-budget.ts';
import type { Tracer } from './trace-context.ts';
import { runMatches } from './trace-matches.ts';
import {
  type NativeCall,
  numberOf,
  TraceNative,
  TraceObject,
  TracePattern,
  textOf,
  unknown,
  type Value,
} from './trace-values.ts';

type Work = (tracer: Tracer, self: string, args: readonly Value[]) => Value;

const numberAt = (args: readonly Value[], at: number): number => numberOf(args[at]) ?? Number.NaN;
const maybeAt = (args: readonly Value[], at: number): number | undefined =>
  args[at] === undefined ? undefined : numberOf(args[at]);
const textAt = (args: readonly Value[], at: number): string => textOf(args[at]) ?? '';

/** Methods that search or copy the whole text. */
const linear: Readonly<Record<string, Work>> = {
  indexOf: (_, self, args) => self.indexOf(textAt(args, 0), maybeAt(args, 1)),
  lastIndexOf: (tracer, self, args) => {
    const what = textAt(args, 0);
    // The search compares the whole text at each place.
    tracer.budget.characters(Math.ceil((self.length * what.length) / 16));
    return self.lastIndexOf(what);
  },
  includes: (_, self, args) => self.includes(textAt(args, 0)),
  toLowerCase: (_, self) => self.toLowerCase(),
  toUpperCase: (_, self) => self.toUpperCase(),
  trim: (_, self) => self.trim(),
  replaceAll: (tracer, self, args) => runMatches(tracer, self, 'replaceAll', args),
  replace: (tracer, self, args) => runMatches(tracer, self, 'replace', args),
  match: (tracer, self, args) => runMatches(tracer, self, 'match', args),
  search: (tracer, self, args) => runMatches(tracer, self, 'search', args),
  split: (tracer, self, args) => {
    const [by] = args;
    if (by instanceof TracePattern) return runMatches(tracer, self, 'split', args);
    if (by === undefined) return tracer.list([self]);
    const parts = self.split(textAt(args, 0));
    tracer.budget.step(Math.ceil(parts.length / 4));
    return tracer.list(parts);
  },
  concat: (tracer, self, args) => {
    const parts = args.map((it) => textOf(it) ?? '');
    const length = parts.reduce((sum, it) => sum + it.length, self.length);
    if (length > MAX_RESULT) return unknown;
    tracer.budget.characters(length);
    return self + parts.join('');
  },
};

const quick: Readonly<Record<string, Work>> = {
  charAt: (_, self, args) => self.charAt(maybeAt(args, 0) ?? 0),
  charCodeAt: (_, self, args) => self.charCodeAt(maybeAt(args, 0) ?? 0),
  codePointAt: (_, self, args) => self.codePointAt(maybeAt(args, 0) ?? 0),
  at: (_, self, args) => self.at(maybeAt(args, 0) ?? 0),
  slice: (_, self, args) => self.slice(maybeAt(args, 0), maybeAt(args, 1)),
  substring: (_, self, args) => self.substring(numberAt(args, 0), maybeAt(args, 1)),
  substr: (_, self, args) => {
    const start = maybeAt(args, 0) ?? 0;
    const from = start < 0 ? Math.max(self.length + start, 0) : start;
    const size = maybeAt(args, 1);
    return self.slice(from, size === undefined ? undefined : from + Math.max(size, 0));
  },
  startsWith: (_, self, args) => self.startsWith(textAt(args, 0)),
  endsWith: (_, self, args) => self.endsWith(textAt(args, 0)),
  toString: (_: Tracer, self: string) => self,
  valueOf: (_: Tracer, self: string) => self,
};

/** Puts the methods of strings into their prototype. */
export function addTextMethods(tracer: Tracer): void {
  const { members } = tracer.prototypes.text;
  const add = (name: string, work: Work, isLinear: boolean): void => {
    const call: NativeCall = (self, args) => {
      const text = textOf(self);
      const isKnown = args.every((it) => !(it instanceof TraceObject) || textOf(it) !== undefined);
      if (text === undefined || !isKnown) return unknown;
      if (isLinear) tracer.budget.characters(text.length);
      return work(tracer, text, args);
    };
    members.set(name, new TraceNative(name, call));
  };
  for (const [name, work] of Object.entries(linear)) add(name, work, true);
  for (const [name, work] of Object.entries(quick)) add(name, work, false);
}
