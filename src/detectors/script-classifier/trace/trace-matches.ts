import { MAX_RESULT } from './trace-budget.ts';
import type { Tracer } from './trace-context.ts';
import { isCallable } from './trace-functions.ts';
import { quickPattern } from './trace-patterns.ts';
import { TracePattern, textOf, unknown, type Value } from './trace-values.ts';

/** Matches of one call. */
const MAX_MATCHES = 20_000;

/** Methods of strings that take a pattern or a string to search for. */
export function runMatches(
  tracer: Tracer,
  self: string,
  method: 'replace' | 'replaceAll' | 'match' | 'search' | 'split',
  [what, by]: readonly Value[],
): Value {
  if (!(what instanceof TracePattern))
    return runSearch(tracer, self, method, textOf(what) ?? '', by);
  const pattern = quickPattern(tracer.budget, what, self);
  if (pattern === undefined) return unknown;
  if (method === 'search') return self.search(pattern);
  if (method === 'split') return tracer.list(self.split(pattern).slice(0, MAX_MATCHES));
  if (method === 'match') {
    const found = self.match(pattern);
    if (!found) return null;
    tracer.budget.step(found.length);
    const list = tracer.list([...found]);
    if (found.index !== undefined) list.members.set('index', found.index);
    return list;
  }
  return replaced(tracer, self, by, (by) => self.replace(pattern, by as string));
}

/** The same methods with a text to search for. */
function runSearch(
  tracer: Tracer,
  self: string,
  method: 'replace' | 'replaceAll' | 'match' | 'search' | 'split',
  what: string,
  by: Value,
): Value {
  if (method === 'replace')
    return replaced(tracer, self, by, (by) => self.replace(what, by as string));
  if (method === 'replaceAll')
    return replaced(tracer, self, by, (by) => self.replaceAll(what, by as string));
  const index = self.indexOf(what);
  if (method === 'search') return index;
  if (index < 0) return null;
  const list = tracer.list([what]);
  list.members.set('index', index);
  return list;
}

/** The types of `replace` accept one of both, not either: hence the casts. */
type Replacement = string | ((...found: unknown[]) => string);

/** A text with matches replaced by a text, or by what a function returns. */
function replaced(
  tracer: Tracer,
  self: string,
  by: Value,
  replace: (by: Replacement) => string,
): Value {
  if (!isCallable(by)) {
    const text = textOf(by) ?? '';
    if (longestResult(self, text, replace) > MAX_RESULT) return unknown;
    const result = replace(text);
    tracer.budget.characters(result.length);
    return result;
  }
  let isKnown = true;
  const result = replace((...found) => {
    const args = found.filter((it) => typeof it === 'string' || typeof it === 'number');
    const value = textOf(tracer.budget.flat(tracer.call(by, undefined, args)));
    if (value === undefined) isKnown = false;
    tracer.budget.characters(value?.length ?? 0);
    return value ?? '';
  });
  return isKnown ? result : unknown;
}

/** A limit of the length of the result: the text may contain `$&`, and parts of the text around a match. */
function longestResult(self: string, by: string, replace: (by: Replacement) => string): number {
  const copies = by.split('$').length - 1;
  const most = self.length + (self.length + 1) * by.length + copies * self.length;
  if (most <= MAX_RESULT && copies === 0) return most;
  let matches = 0;
  replace(() => {
    matches += 1;
    return '';
  });
  const hasContext = /\$['`]/.test(by);
  return self.length + matches * by.length + copies * self.length * (hasContext ? matches : 1);
}

/** `pattern.test(text)` and `pattern.exec(text)`. */
export function runPattern(
  tracer: Tracer,
  self: Value,
  method: 'test' | 'exec',
  [text]: readonly Value[],
): Value {
  const subject = textOf(text);
  if (!(self instanceof TracePattern) || subject === undefined) return unknown;
  const pattern = quickPattern(tracer.budget, self, subject);
  if (!pattern) return unknown;
  const isRepeated = pattern.global || pattern.sticky;
  const last = self.members.get('lastIndex');
  if (isRepeated && typeof last === 'number') pattern.lastIndex = last;
  const found = pattern.exec(subject);
  if (isRepeated) self.members.set('lastIndex', pattern.lastIndex);
  if (method === 'test') return found !== null;
  if (!found) return null;
  const list = tracer.list([...found]);
  list.members.set('index', found.index);
  return list;
}
