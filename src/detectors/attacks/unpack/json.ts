import type { InnerText } from './inner-text.ts';
import { afterScalar, afterSpace, stringAt } from './json-lexer.ts';

/** More leaves than documents of the inspected length have, unless most of them are of one or two characters. */
const MAX_LEAVES = 20_000;
const MAX_DEPTH = 64;
/** Of a path. It is shown to people, and its last name tells the role of the field. */
const MAX_PATH = 200;
const BYTE_ORDER_MARK = '\xef\xbb\xbf';

export interface JsonTexts {
  readonly texts: readonly InnerText[];
  /** Whether there are further or deeper leaves. */
  readonly isPartial: boolean;
}

/** What continues an expression behind the end of a string, and before the start of the next one. */
const OPERATOR = /[-+*|&^%<>=?,;]/;

const isBetweenStrings = (text: string): boolean => {
  const trimmed = text.trim();
  return /[(`]/.test(text) && OPERATOR.test(trimmed.charAt(0)) && OPERATOR.test(trimmed.slice(-1));
};

/**
 * The names and texts of a JSON document in a value; undefined if it is none, or too large to be taken apart. The first
 * quote of the document may also end a string that the value stands in: then `["-f()-"]` calls a function.
 */
export function unpackJson(text: string): readonly InnerText[] | undefined {
  const document = jsonTexts(text);
  if (document === undefined || document.isPartial) return undefined;
  if (/^\s*"/.test(text)) return document.texts;
  const [quote = '"'] = /["']/.exec(text) ?? [];
  return document.texts.flatMap((inner) =>
    inner.isName !== true && isBetweenStrings(inner.text)
      ? [inner, { ...inner, text: quote + inner.text + quote }]
      : [inner],
  );
}

/**
 * The names and texts of a JSON document; undefined if it is none. Numbers and constants are of no interest. What lenient
 * parsers accept counts as JSON as well: single quotes, repeated names, commas at the end, and a document that was cut.
 */
export function jsonTexts(text: string): JsonTexts | undefined {
  const start = afterSpace(text, text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0);
  if (text.charAt(start) === '"') return wholeString(text, start);
  if (text.charAt(start) !== '{' && text.charAt(start) !== '[') return undefined;
  return new JsonWalker(text).walk(start);
}

function wholeString(text: string, start: number): JsonTexts | undefined {
  const token = stringAt(text, start);
  if (!token.isClosed || afterSpace(text, token.end) < text.length) return undefined;
  return { texts: [{ name: '', text: token.text }], isPartial: false };
}

interface Level {
  readonly isObject: boolean;
  readonly path: string;
}

/** Walks through a document without recursion. */
class JsonWalker {
  readonly #text: string;
  readonly #texts: InnerText[] = [];
  readonly #names = new Set<string>();
  readonly #levels: Level[] = [];
  #at = 0;
  #isPartial = false;
  #hasValues = false;

  constructor(text: string) {
    this.#text = text;
  }

  walk(start: number): JsonTexts | undefined {
    this.#at = start;
    const { length } = this.#text;
    let isValid = this.#value('');
    while (isValid && !this.#isPartial && this.#levels.length > 0) {
      this.#at = afterSpace(this.#text, this.#at);
      if (this.#at >= length) break;
      isValid = this.#item(this.#levels.at(-1) as Level); // there is one
    }
    // A cut document without any value is no more than the beginning of a text.
    const isCut = this.#levels.length > 0 && !this.#isPartial;
    if (!isValid || (isCut && !this.#hasValues)) return undefined;
    if (!this.#isPartial && afterSpace(this.#text, this.#at) < length) return undefined;
    return { texts: this.#texts, isPartial: this.#isPartial };
  }

  /** The next member of an object or array, or its end. Returns false if it is no JSON. */
  #item({ isObject, path }: Level): boolean {
    const character = this.#text.charAt(this.#at);
    if (character === (isObject ? '}' : ']')) {
      this.#levels.pop();
      this.#at += 1;
      return true;
    }
    if (character === ',') {
      this.#at += 1;
      return true;
    }
    return isObject ? this.#member(path) : this.#value(path);
  }

  #member(path: string): boolean {
    if (!this.#isQuote()) return false;
    const { text: name, end } = stringAt(this.#text, this.#at);
    const inner = (path === '' ? name : `${path}.${name}`).slice(-MAX_PATH);
    if (!this.#names.has(inner)) {
      this.#names.add(inner);
      this.#add({ name: inner, text: name, isName: true });
    }
    this.#at = afterSpace(this.#text, end);
    if (this.#at >= this.#text.length) return true;
    if (this.#text.charAt(this.#at) !== ':') return false;
    this.#at = afterSpace(this.#text, this.#at + 1);
    return this.#at >= this.#text.length || this.#value(inner);
  }

  #value(path: string): boolean {
    const character = this.#text.charAt(this.#at);
    if (character === '{' || character === '[') {
      if (this.#levels.length >= MAX_DEPTH) this.#isPartial = true;
      this.#levels.push({ isObject: character === '{', path });
      this.#at += 1;
      return true;
    }
    this.#hasValues = true;
    if (this.#isQuote()) {
      const { text, end } = stringAt(this.#text, this.#at);
      this.#at = end;
      if (text !== '') this.#add({ name: path, text });
      return true;
    }
    this.#at = afterScalar(this.#text, this.#at);
    return this.#at !== -1;
  }

  #isQuote(): boolean {
    const character = this.#text.charAt(this.#at);
    return character === '"' || character === "'";
  }

  #add(text: InnerText): void {
    if (this.#texts.length >= MAX_LEAVES) this.#isPartial = true;
    else this.#texts.push(text);
  }
}
