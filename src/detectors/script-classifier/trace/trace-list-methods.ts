import type { Tracer } from './trace-context.ts';
import { isCallable } from './trace-functions.ts';
import {
  Host,
  numberOf,
  TraceList,
  TraceNative,
  textOf,
  truthOf,
  unknown,
  type Value,
} from './trace-values.ts';

type Work = (tracer: Tracer, self: TraceList, args: readonly Value[]) => Value;

const maybe = (value: Value): number | undefined =>
  value === undefined ? undefined : numberOf(value);

/** Arguments that are passed on: the stack holds them. */
const MAX_SPREAD = 10_000;

/** Items of a joined list. */
const MAX_JOINED = 200_000;

function joined(tracer: Tracer, { items }: TraceList, [by]: readonly Value[]): Value {
  if (items.length > MAX_JOINED) return unknown;
  const separator = by === undefined ? ',' : textOf(by);
  if (separator === undefined) return unknown;
  const texts: string[] = [];
  let size = 0;
  for (const item of items) {
    const text = item === undefined || item === null ? '' : textOf(item);
    if (text === undefined) return unknown;
    size += text.length + separator.length;
    texts.push(text);
  }
  tracer.budget.characters(size);
  return texts.join(separator);
}

const each: Readonly<Record<string, (results: Value[], self: TraceList, tracer: Tracer) => Value>> =
  {
    map: (results, _, tracer) => tracer.list(results),
    forEach: () => undefined,
    filter: (results, self, tracer) =>
      tracer.list(self.items.filter((_, at) => truthOf(results[at]) !== false)),
    some: (results) => results.some((it) => truthOf(it) === true),
    every: (results) => results.every((it) => truthOf(it) !== false),
    find: (results, self) => self.items[results.findIndex((it) => truthOf(it) === true)],
    findIndex: (results) => results.findIndex((it) => truthOf(it) === true),
  };

const methods: Readonly<Record<string, Work>> = {
  join: joined,
  toString: (tracer: Tracer, self: TraceList) => joined(tracer, self, [',']),
  push: (_, self, args) => {
    // One by one: the stack does not hold many arguments. They may be the items themselves, which grow.
    const { length } = args;
    for (let at = 0; at < length; at += 1) self.items.push(args[at]);
    return self.items.length;
  },
  unshift: (_, self, args) => {
    self.items = [...args, ...self.items];
    return self.items.length;
  },
  pop: (_, self) => self.items.pop(),
  shift: (_, self) => self.items.shift(),
  reverse: (_, self) => {
    self.items.reverse();
    return self;
  },
  slice: (tracer, self, [from, to]) => tracer.list(self.items.slice(maybe(from), maybe(to))),
  splice: (tracer, self, [from, count, ...items]) => {
    if (items.length > MAX_SPREAD) return unknown;
    const start = maybe(from) ?? 0;
    return tracer.list(self.items.splice(start, maybe(count) ?? self.items.length, ...items));
  },
  concat: (tracer, self, args) =>
    tracer.list([
      ...self.items,
      ...args.flatMap((it) => {
        if (!(it instanceof TraceList)) return [it];
        tracer.budget.step(it.items.length);
        return it.items;
      }),
    ]),
  indexOf: (tracer, self, [what]) => {
    searchFor(tracer, self, what);
    return self.items.indexOf(what);
  },
  includes: (tracer, self, [what]) => {
    searchFor(tracer, self, what);
    return self.items.includes(what);
  },
  sort: (tracer, self, [by]) => sorted(tracer, self, by),
  reduce: (tracer, self, [by, ...start]) => {
    const items = start.length > 0 ? [start[0], ...self.items] : [...self.items];
    return items
      .slice(1)
      .reduce((sum: Value, it, at) => tracer.call(by, undefined, [sum, it, at]), items[0]);
  },
  fill: (_, self, [what]) => {
    self.items.fill(what);
    return self;
  },
};

/** Counts the comparisons of each item with a long text. */
function searchFor(tracer: Tracer, { items }: TraceList, what: Value): void {
  if (typeof what === 'string') tracer.budget.step(Math.floor((items.length * what.length) / 1024));
}

/** Sorted lists are short; a comparison that is not known leaves the order. */
const MAX_SORTED = 3000;

function sorted(tracer: Tracer, self: TraceList, by: Value): Value {
  if (self.items.length > MAX_SORTED) return self;
  self.items.sort((a, b) => {
    tracer.budget.step(2);
    if (isCallable(by)) return numberOf(tracer.call(by, undefined, [a, b])) ?? 0;
    const [first, second] = [textOf(a) ?? '', textOf(b) ?? ''];
    tracer.budget.compare(first, second);
    return first < second ? -1 : first > second ? 1 : 0;
  });
  return self;
}

/** Methods whose work does not grow with the list. */
const constant: ReadonlySet<string> = new Set(['push', 'pop']);

/** Puts the methods of lists into their prototype. */
export function addListMethods(tracer: Tracer): void {
  const { members } = tracer.prototypes.list;
  for (const [name, work] of Object.entries(methods)) {
    const native = new TraceNative(name, (self, args) => {
      if (!(self instanceof TraceList)) return unknown;
      tracer.budget.step(constant.has(name) ? args.length : 1 + (self.items.length >> 3));
      return work(tracer, self, args);
    });
    members.set(name, native);
  }
  for (const [name, finish] of Object.entries(each)) {
    const native = new TraceNative(name, (self, [by, own]) => {
      if (!(self instanceof TraceList)) {
        if (self instanceof Host) tracer.later(by, unknown, []);
        return unknown;
      }
      const items = self.items.slice();
      tracer.budget.step(items.length);
      const results = items.map((it, at) => tracer.call(by, own, [it, at, self]));
      return finish(results, self, tracer);
    });
    members.set(name, native);
  }
}
