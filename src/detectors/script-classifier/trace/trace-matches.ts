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
  const pattern = patternOf(tracer, self, what, method);
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
  if (!isCallable(by)) {
    const text = textOf(by) ?? '';
    const replaced = self.replace(pattern, text);
    tracer.budget.characters(replaced.length);
    return replaced;
  }
  let isKnown = true;
  const replaced = self.replace(pattern, (...found: unknown[]) => {
    const args = found.filter((it) => typeof it === 'string' || typeof it === 'number');
    const value = textOf(tracer.budget.flat(tracer.call(by, undefined, args)));
    if (value === undefined) isKnown = false;
    tracer.budget.characters(value?.length ?? 0);
    return value ?? '';
  });
  return isKnown ? replaced : unknown;
}

function patternOf(tracer: Tracer, self: string, what: Value, method: string): RegExp | undefined {
  if (what instanceof TracePattern) return quickPattern(tracer.budget, what, self);
  const text = (textOf(what) ?? '').replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(text, method === 'replaceAll' ? 'g' : '');
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
