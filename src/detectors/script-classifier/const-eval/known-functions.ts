import {
  type Constant,
  type ListConstant,
  listConstant,
  MAX_CHARACTERS,
  textConstant,
} from './constant.ts';

type Call = (args: readonly Constant[]) => Constant | undefined;
type Method = (self: Constant, args: readonly Constant[]) => Constant | undefined;

const textOf = (constant: Constant | undefined): string | undefined =>
  constant?.kind === 'text' ? constant.text : undefined;

const decoding =
  (decode: (text: string) => string): Call =>
  ([arg]) => {
    const text = textOf(arg);
    if (text === undefined) return undefined;
    try {
      return textConstant(decode(text), true);
    } catch {
      return undefined;
    }
  };

/** RFC 4648, section 4. Throws for invalid base64, as browsers do. */
export function decodeBase64(text: string): string {
  const plain = text.replaceAll(/[\t\n\f\r ]/g, '');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(plain)) throw new Error('no base64');
  return Buffer.from(plain, 'base64').toString('latin1');
}

export const unescapeText = (text: string): string =>
  text.replaceAll(/%u([0-9a-f]{4})|%([0-9a-f]{2})/gi, (_, wide, narrow) =>
    String.fromCharCode(Number.parseInt(wide ?? narrow, 16)),
  );

const fromCodes: Call = (args) => {
  const codes = args.flatMap((arg) => (arg.kind === 'list' ? arg.items : [arg.text])).map(Number);
  if (codes.length === 0 || codes.some((code) => !Number.isInteger(code))) return undefined;
  return textConstant(codes.map((code) => String.fromCharCode(code)).join(''), true, codes.length);
};

/** Functions whose result is computed if all arguments are known. */
export const knownFunctions: ReadonlyMap<string, Call> = new Map<string, Call>([
  ['atob', decoding(decodeBase64)],
  ['unescape', decoding(unescapeText)],
  ['decodeURIComponent', decoding(decodeURIComponent)],
  ['decodeURI', decoding(decodeURI)],
  ['String.fromCharCode', fromCodes],
  ['String.fromCodePoint', fromCodes],
  ['String.fromCharCode.apply', ([, list]) => (list ? fromCodes([list]) : undefined)],
  ['String', ([arg]) => arg],
  ['Array.from', ([arg]) => arg],
]);

const inList =
  (change: (self: ListConstant, args: readonly Constant[]) => Constant | undefined): Method =>
  (self, args) =>
    self.kind === 'list' ? change(self, args) : undefined;

const inText =
  (change: (self: string, args: readonly string[]) => string | undefined): Method =>
  (self, args) => {
    const texts = args.map(textOf);
    if (self.kind !== 'text' || texts.includes(undefined)) return undefined;
    const text = change(self.text, texts as string[]);
    return text === undefined ? undefined : textConstant(text, self.isDecoded, self.pieces + 1);
  };

const split: Method = (self, args) => {
  const separator = textOf(args[0]);
  if (self.kind !== 'text' || separator === undefined) return undefined;
  return listConstant(self.text.split(separator), self.isDecoded);
};

const reverse = inList(({ items, isNumeric }) =>
  listConstant(items.toReversed(), items.length > 1, isNumeric),
);

const join = inList(({ items, isDecoded }, args) => {
  const size = items.reduce((sum, item) => sum + item.length, 0);
  if (size > MAX_CHARACTERS) return undefined;
  return textConstant(items.join(args[0] ? textOf(args[0]) : ','), isDecoded, items.length);
});

const numberIn = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text);

/** The same for methods of strings and lists. */
export const knownMethods: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['split', split],
  ['reverse', reverse],
  ['join', join],
  ['concat', inText((self, args) => self + args.join(''))],
  ['toString', (self, args) => (args.length === 0 ? self : inRadix(self, args))],
  ['toLowerCase', inText((self) => self.toLowerCase())],
  ['toUpperCase', inText((self) => self.toUpperCase())],
  ['trim', inText((self) => self.trim())],
  ['slice', inText((self, [from, to]) => self.slice(numberIn(from), numberIn(to)))],
  ['substring', inText((self, [from, to]) => self.substring(Number(from), numberIn(to)))],
  ['charAt', inText((self, [at]) => self.charAt(Number(at)))],
  ['replace', inText((self, [what = '', by = '']) => self.replace(what, () => by))],
  ['replaceAll', inText((self, [what = '', by = '']) => self.replaceAll(what, () => by))],
]);

/** `(31460).toString(36)`: a word that the source writes as a number. */
const inRadix = (self: Constant, args: readonly Constant[]): Constant | undefined => {
  const [number, radix] = [Number(textOf(self)), Number(textOf(args[0]))];
  if (!Number.isSafeInteger(number) || !Number.isInteger(radix)) return undefined;
  if (radix < 2 || radix > 36) return undefined;
  return textConstant(number.toString(radix), true);
};
