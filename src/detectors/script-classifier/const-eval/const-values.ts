/** What pure code works on: texts, numbers, lists and plain objects, never anything of the browser. */
export type ConstValue = string | number | boolean | null | undefined | ConstValue[] | ConstObject;

export interface ConstObject {
  readonly members: Map<string, ConstValue>;
}

/** Longer texts and lists are not made. */
export const MAX_LENGTH = 20_000;
/** Patterns take more than linear time, so they see short texts only. */
const MAX_MATCHED = 2_000;

/** Thrown where code is not pure, not known or takes too long; the value is then unknown. */
export class NotConstant {
  readonly why: string;

  /** No error with its stack: most code is not pure, and this is said often. */
  constructor(why: string) {
    this.why = why;
  }
}

export const isObject = (value: ConstValue): value is ConstObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function textOf(value: ConstValue): string {
  if (typeof value === 'object' && value !== null) throw new NotConstant('no text');
  return String(value);
}

export function sized<Value extends ConstValue>(value: Value): Value {
  const isLong = (typeof value === 'string' || Array.isArray(value)) && value.length > MAX_LENGTH;
  if (isLong) throw new NotConstant('too long');
  return value;
}

export function itemsOf(value: ConstValue): readonly ConstValue[] {
  if (typeof value === 'string') return [...value];
  if (Array.isArray(value)) return value;
  throw new NotConstant('no list');
}

export function keysOf(value: ConstValue): ConstValue[] {
  if (isObject(value)) return [...value.members.keys()];
  return [...itemsOf(value).keys()].map(String);
}

type Method = (self: string, ...args: readonly ConstValue[]) => ConstValue;

const numberOf = (value: ConstValue): number => Number(textOf(value));
const maybe = (value: ConstValue): number | undefined =>
  value === undefined ? undefined : numberOf(value);

export const textMethods: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['charAt', (self, at) => self.charAt(numberOf(at ?? 0))],
  ['charCodeAt', (self, at) => self.charCodeAt(numberOf(at ?? 0))],
  ['codePointAt', (self, at) => self.codePointAt(numberOf(at ?? 0))],
  ['at', (self, at) => self.at(numberOf(at ?? 0))],
  ['indexOf', (self, what) => self.indexOf(textOf(what))],
  ['split', (self, by) => (by === undefined ? [self] : self.split(textOf(by)))],
  ['slice', (self, from, to) => self.slice(maybe(from), maybe(to))],
  ['substring', (self, from, to) => self.substring(numberOf(from), maybe(to))],
  ['substr', (self, from, size) => self.slice(numberOf(from)).slice(0, maybe(size))],
  ['concat', (self, ...args) => self + args.map(textOf).join('')],
  ['toLowerCase', (self) => self.toLowerCase()],
  ['toUpperCase', (self) => self.toUpperCase()],
  ['trim', (self) => self.trim()],
  ['toString', (self) => self],
  ['replaceAll', (self, what, by) => self.replaceAll(textOf(what), () => textOf(by))],
  ['replace', (self, what, by) => self.replace(textOf(what), () => textOf(by))],
]);

/** At most one repetition and none of a group: such a pattern never takes more than quadratic time. */
export function quickPattern(pattern: string, flags: string, text: string): RegExp {
  const repeats = pattern.match(/[*+?{]/g)?.length ?? 0;
  const isBounded = pattern.length < 60 && repeats < 2 && !/\)[*+?{]|\(\?|\\\d/.test(pattern);
  if (!isBounded || text.length > MAX_MATCHED) throw new NotConstant('slow pattern');
  return new RegExp(pattern, flags);
}

const listTexts = (list: readonly ConstValue[]): string[] => list.map((it) => textOf(it ?? ''));

/** Methods of lists that take no function. */
export const listMethods: ReadonlyMap<
  string,
  (self: ConstValue[], ...args: readonly ConstValue[]) => ConstValue
> = new Map([
  ['join', (self, by) => listTexts(self).join(by === undefined ? ',' : textOf(by))],
  ['reverse', (self) => self.reverse()],
  ['slice', (self, from, to) => self.slice(maybe(from), maybe(to))],
  ['concat', (self, ...args) => self.concat(...args)],
  ['indexOf', (self, what) => self.indexOf(what)],
  ['push', (self, ...args) => self.push(...args)],
  ['unshift', (self, ...args) => self.unshift(...args)],
  ['pop', (self) => self.pop()],
  ['shift', (self) => self.shift()],
  ['at', (self, at) => self.at(numberOf(at ?? 0))],
  ['toString', (self) => listTexts(self).join(',')],
]);
