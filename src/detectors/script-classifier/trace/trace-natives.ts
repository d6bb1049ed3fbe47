import { decodeBase64, unescapeText } from '../const-eval/known-functions.ts';
import type { Tracer } from './trace-context.ts';
import { runText } from './trace-expressions.ts';
import { runPattern } from './trace-matches.ts';
import {
  Host,
  type NativeCall,
  numberOf,
  TraceFunction,
  TraceList,
  TraceNative,
  TraceObject,
  TracePattern,
  textOf,
  truthOf,
  unknown,
  type Value,
} from './trace-values.ts';

/** A function of texts; unknown if an argument is not known, or is invalid. */
const ofText =
  (tracer: Tracer, work: (text: string) => Value): NativeCall =>
  (_, [arg]) => {
    const text = textOf(arg);
    if (text === undefined) return unknown;
    tracer.budget.characters(text.length);
    try {
      return work(text);
    } catch {
      tracer.isRaised = true;
      return unknown;
    }
  };

/** More arguments than this are not passed on: the stack holds them. */
const MAX_ARGUMENTS = 10_000;

const ofNumbers =
  (work: (...args: number[]) => Value): NativeCall =>
  (_, args) => {
    if (args.length > MAX_ARGUMENTS) return unknown;
    const numbers = args.map(numberOf);
    return numbers.includes(undefined) ? unknown : work(...(numbers as number[]));
  };

const mathNames = [
  ...(['floor', 'ceil', 'round', 'abs', 'min', 'max', 'pow', 'sqrt', 'log', 'exp'] as const),
  ...(['sin', 'cos', 'tan', 'atan', 'atan2', 'sign', 'trunc', 'imul'] as const),
] as const;

const listOf =
  (tracer: Tracer): NativeCall =>
  (_, args) => {
    const [size] = args;
    if (args.length !== 1 || typeof size !== 'number') return tracer.list([...args]);
    if (!(size >= 0 && size < MAX_LIST)) return unknown;
    tracer.budget.step(size >> 3);
    return tracer.list(new Array(Math.floor(size)).fill(undefined));
  };

const MAX_LIST = 200_000;

/** Puts the functions and objects of the language into the window. */
export function addNatives(tracer: Tracer): void {
  const { members } = tracer.global;
  const { prototypes } = tracer;
  const add = (name: string, call: NativeCall, construct?: NativeCall): TraceNative => {
    const native = new TraceNative(name, call, construct);
    members.set(name, native);
    return native;
  };
  const made = (native: TraceNative, prototype: TraceObject): void => {
    native.members.set('prototype', prototype);
    prototype.members.set('constructor', native);
  };

  add('parseInt', (_, [arg, radix]) => {
    // 0 is the base that the text itself gives: `0x1f` is hexadecimal.
    const [text, base] = [textOf(arg), radix === undefined ? 0 : numberOf(radix)];
    return text === undefined || base === undefined ? unknown : Number.parseInt(text, base);
  });
  add('parseFloat', ofText(tracer, Number.parseFloat));
  add('isNaN', ofNumbers(Number.isNaN));
  add('isFinite', ofNumbers(Number.isFinite));
  add('unescape', ofText(tracer, unescapeText));
  add('escape', ofText(tracer, escape));
  add('atob', ofText(tracer, decodeBase64));
  add(
    'btoa',
    ofText(tracer, (text) => Buffer.from(text, 'latin1').toString('base64')),
  );
  add('decodeURIComponent', ofText(tracer, decodeURIComponent));
  add('decodeURI', ofText(tracer, decodeURI));
  add('encodeURIComponent', ofText(tracer, encodeURIComponent));
  add('encodeURI', ofText(tracer, encodeURI));
  add('eval', (_, [code]) => runText(tracer, code, undefined));

  const text = add('String', (_, args) => {
    const [value] = args;
    return args.length === 0 ? '' : (textOf(value) ?? unknown);
  });
  made(text, prototypes.text);
  const fromCodes: NativeCall = (_, args) => {
    const codes = args.map(numberOf);
    if (codes.includes(undefined)) return unknown;
    tracer.budget.characters(codes.length);
    tracer.budget.step(codes.length >> 2);
    let result = '';
    for (const code of codes) result += String.fromCharCode(code as number);
    return result;
  };
  text.members.set('fromCharCode', new TraceNative('fromCharCode', fromCodes));
  text.members.set('fromCodePoint', new TraceNative('fromCodePoint', fromCodes));

  const number = add('Number', (_, [value]) => numberOf(value) ?? unknown);
  made(number, prototypes.number);
  number.members.set('parseInt', members.get('parseInt'));
  prototypes.number.members.set(
    'toString',
    new TraceNative('toString', (self, [radix]) => {
      const base = radix === undefined ? 10 : numberOf(radix);
      if (typeof self === 'boolean') return String(self);
      if (typeof self !== 'number' || base === undefined || base < 2 || base > 36) return unknown;
      const digits = self.toString(Math.floor(base));
      tracer.budget.step(digits.length >> 4);
      return digits;
    }),
  );

  const list = add('Array', listOf(tracer), listOf(tracer));
  made(list, prototypes.list);
  list.members.set('isArray', new TraceNative('isArray', (_, [it]) => it instanceof TraceList));
  list.members.set(
    'from',
    new TraceNative('from', (_, [from, by]) => {
      if (!(from instanceof TraceList) && typeof from !== 'string') return unknown;
      const items = typeof from === 'string' ? [...from] : [...from.items];
      tracer.budget.step(items.length);
      return tracer.list(by ? items.map((it, at) => tracer.call(by, undefined, [it, at])) : items);
    }),
  );
  for (const name of ['Uint8Array', 'Uint32Array', 'Int32Array', 'Uint16Array']) {
    const makeBytes: NativeCall = (_, [from]) => {
      if (!(from instanceof TraceList)) {
        const made = listOf(tracer)(undefined, [from]);
        if (made instanceof TraceList) made.items.fill(0);
        return made;
      }
      tracer.budget.step(from.items.length);
      return tracer.list([...from.items]);
    };
    add(name, makeBytes, makeBytes);
  }

  const object = add('Object', (_, [value]) =>
    value instanceof TraceObject ? value : new TraceObject(prototypes.object),
  );
  made(object, prototypes.object);
  object.members.set(
    'keys',
    new TraceNative('keys', (_, [it]) =>
      it instanceof TraceObject && !(it instanceof Host)
        ? tracer.list([...it.members.keys()])
        : unknown,
    ),
  );
  object.members.set(
    'create',
    new TraceNative(
      'create',
      (_, [it]) => new TraceObject(it instanceof TraceObject ? it : undefined),
    ),
  );
  object.members.set(
    'assign',
    new TraceNative('assign', (_, [target, ...others]) => {
      if (!(target instanceof TraceObject)) return unknown;
      for (const it of others) {
        if (!(it instanceof TraceObject) || it instanceof Host) continue;
        tracer.budget.step(it.members.size);
        for (const [key, value] of it.members) tracer.set(target, key, value);
      }
      return target;
    }),
  );
  object.members.set(
    'defineProperty',
    new TraceNative('defineProperty', (_, [target, key, how]) => {
      const name = textOf(key);
      if (name !== undefined && how instanceof TraceObject) {
        const value = how.members.get('value');
        if (value !== undefined) tracer.set(target, name, value);
        else tracer.later(how.members.get('get'), target, []);
      }
      return target;
    }),
  );
  prototypes.object.members.set('hasOwnProperty', hasOwn);
  prototypes.object.members.set(
    'toString',
    new TraceNative('toString', (self) => textOf(self) ?? unknown),
  );

  const makeCode: NativeCall = (_, args) => {
    const names = args.slice(0, -1).map((it) => textOf(it) ?? '');
    const body = args.at(-1);
    const code = textOf(tracer.budget.flat(body));
    if (code === undefined) return unknown;
    if (names.length === 0 && code.length < 20)
      return new TraceNative('', () => tracer.run(code, undefined));
    return tracer.run(`(function (${names.join()}) {${code}\n})`, undefined);
  };
  const code = add('Function', makeCode, makeCode);
  made(code, prototypes.code);
  prototypes.code.members.set(
    'toString',
    new TraceNative('toString', (self) => textOf(self) ?? unknown),
  );

  const makePattern: NativeCall = (_, [pattern, flags]) => {
    if (pattern instanceof TracePattern) return pattern;
    const [source, kinds] = [textOf(pattern), flags === undefined ? '' : textOf(flags)];
    if (source === undefined || kinds === undefined) return unknown;
    return new TracePattern(source, kinds, prototypes.pattern);
  };
  made(add('RegExp', makePattern, makePattern), prototypes.pattern);
  for (const name of ['test', 'exec'] as const) {
    prototypes.pattern.members.set(
      name,
      new TraceNative(name, (self, args) => runPattern(tracer, self, name, args)),
    );
  }

  add('Boolean', (_, [value]) => truthOf(value) ?? unknown);
  const makeError: NativeCall = (_, [message]) => {
    const error = new TraceObject(prototypes.object);
    error.members.set('message', message);
    return error;
  };
  for (const name of ['Error', 'TypeError', 'RangeError']) add(name, makeError, makeError);

  const math = new TraceObject();
  for (const name of mathNames) {
    const work = Math[name] as (...args: number[]) => number;
    math.members.set(name, new TraceNative(name, ofNumbers(work)));
  }
  math.members.set('PI', Math.PI);
  math.members.set('E', Math.E);
  members.set('Math', math);
  members.set('NaN', Number.NaN);
  members.set('Infinity', Number.POSITIVE_INFINITY);
}

const hasOwn = new TraceNative('hasOwnProperty', (self, [key]) => {
  const name = textOf(key);
  if (!(self instanceof TraceObject) || self instanceof Host || name === undefined) return unknown;
  if (self instanceof TraceList) return Number(name) < self.items.length;
  return self.members.has(name) || (self instanceof TraceFunction && name === 'prototype');
});
