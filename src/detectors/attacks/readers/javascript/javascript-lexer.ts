import { decodeEscapes } from '../../views/views-of.ts';
import { isDigit, isLineEnd, isNamePart, isNameStart, isSpace } from './javascript-characters.ts';

export type TokenKind = 'end' | 'name' | 'string' | 'template' | 'number' | 'regex' | 'punctuator';

/** Words after which a slash begins a regular expression. */
const OPERATOR_WORDS: ReadonlySet<string> = new Set(
  'return typeof instanceof in of new delete void throw case do else'.split(' '),
);
const MAX_NESTED_TEMPLATES = 64;

/**
 * The tokens of JavaScript, one after the other. It accepts anything: what is not terminated ends with the text. Each
 * character is looked at a bounded number of times.
 */
export class JavaScriptLexer {
  kind: TokenKind = 'end';
  /** The name, or the contents of a string, with escapes decoded; the characters of a punctuator. */
  text = '';
  start = 0;
  /** Whether the token had escapes where no editor writes them: in a name. */
  isEscaped = false;
  readonly #source: string;
  readonly #end: number;
  #at: number;
  /** Brace depths at which template literals continue. */
  readonly #templates: number[] = [];
  #braces = 0;
  /** Whether a further end of a comment may follow. */
  #hasComments = true;
  /** Up to here, no regular expression can begin, because its end was looked for in vain. */
  #noRegexBefore = 0;

  constructor(source: string, at = 0, end: number = source.length) {
    this.#source = source;
    this.#at = at;
    this.#end = end;
  }

  /** Position after the token. */
  get position(): number {
    return this.#at;
  }

  /** Returns false at the end. */
  next(): boolean {
    const beginsExpression = this.#beginsExpression();
    this.#skipSpace();
    this.start = this.#at;
    this.isEscaped = false;
    if (this.#at >= this.#end) return this.#set('end', '', this.#end);
    const code = this.#source.charCodeAt(this.#at);
    if (isNameStart(code) || (code === 0x5c && this.#isEscapedName())) return this.#readName();
    if (isDigit(code) || (code === 0x2e && isDigit(this.#source.charCodeAt(this.#at + 1)))) {
      return this.#readNumber();
    }
    if (code === 0x22 || code === 0x27) return this.#readString(code);
    if (code === 0x60) return this.#readTemplate(this.#at + 1);
    if (code === 0x2f && beginsExpression && this.#readRegex()) return true;
    return this.#readPunctuator(code);
  }

  #set(kind: TokenKind, text: string, at: number): boolean {
    this.kind = kind;
    this.text = text;
    this.#at = at;
    return kind !== 'end';
  }

  #beginsExpression(): boolean {
    if (this.kind === 'punctuator') return this.text !== ')' && this.text !== ']';
    return this.kind === 'end' || (this.kind === 'name' && OPERATOR_WORDS.has(this.text));
  }

  #skipSpace(): void {
    const source = this.#source;
    for (;;) {
      while (this.#at < this.#end && isSpace(source.charCodeAt(this.#at))) this.#at += 1;
      if (source.startsWith('//', this.#at) || source.startsWith('<!--', this.#at)) {
        this.#at = this.#lineEnd(this.#at);
      } else if (source.startsWith('/*', this.#at)) {
        this.#skipComment();
      } else return;
      if (this.#at >= this.#end) return;
    }
  }

  /** A comment without an end is read: the page may end it elsewhere. */
  #skipComment(): void {
    const close = this.#hasComments ? this.#source.indexOf('*/', this.#at + 2) : -1;
    this.#hasComments = close !== -1;
    this.#at = close === -1 ? this.#at + 2 : Math.min(this.#end, close + 2);
  }

  #lineEnd(from: number): number {
    let at = from;
    while (at < this.#end && !isLineEnd(this.#source.charCodeAt(at))) at += 1;
    return at;
  }

  #isEscapedName(): boolean {
    return this.#source.charCodeAt(this.#at + 1) === 0x75; // \u
  }

  #readName(): boolean {
    let at = this.#at;
    const source = this.#source;
    for (; at < this.#end; at += 1) {
      const code = source.charCodeAt(at);
      if (isNamePart(code)) continue;
      if (code !== 0x5c || source.charCodeAt(at + 1) !== 0x75) break;
      this.isEscaped = true;
      at += 1;
      if (source.charCodeAt(at + 1) !== 0x7b) continue;
      const close = source.slice(at, at + 12).indexOf('}');
      if (close !== -1) at += close;
    }
    const name = source.slice(this.#at, at);
    return this.#set('name', this.isEscaped ? decodeEscapes(name) : name, at);
  }

  /** Letters belong to the number: `1alert` is no call. */
  #readNumber(): boolean {
    let at = this.#at;
    while (at < this.#end) {
      const code = this.#source.charCodeAt(at);
      const isLastDot = code === 0x2e && isNameStart(this.#source.charCodeAt(at + 1));
      if (!isNamePart(code) && (code !== 0x2e || isLastDot)) break;
      at += 1;
    }
    return this.#set('number', this.#source.slice(this.#at, at), at);
  }

  #readString(quote: number): boolean {
    let at = this.#at + 1;
    for (; at < this.#end; at += 1) {
      const code = this.#source.charCodeAt(at);
      if (code === quote || isLineEnd(code)) break;
      if (code === 0x5c) at += 1;
    }
    const close = Math.min(at, this.#end);
    const text = this.#source.slice(this.#at + 1, close);
    return this.#set('string', unescaped(text), Math.min(close + 1, this.#end));
  }

  /** A template literal up to its end or its next `${`. */
  #readTemplate(from: number): boolean {
    let at = from;
    for (; at < this.#end; at += 1) {
      const code = this.#source.charCodeAt(at);
      if (code === 0x60) break;
      if (code === 0x5c) at += 1;
      else if (code === 0x24 && this.#source.charCodeAt(at + 1) === 0x7b) {
        if (this.#templates.length >= MAX_NESTED_TEMPLATES) continue;
        this.#templates.push(this.#braces);
        return this.#set('template', unescaped(this.#source.slice(from, at)), at + 2);
      }
    }
    const close = Math.min(at, this.#end);
    const text = unescaped(this.#source.slice(from, close));
    return this.#set('template', text, Math.min(close + 1, this.#end));
  }

  #readRegex(): boolean {
    if (this.#at < this.#noRegexBefore) return false;
    let isInClass = false;
    let at = this.#at + 1;
    for (; at < this.#end; at += 1) {
      const code = this.#source.charCodeAt(at);
      if (isLineEnd(code)) break;
      if (code === 0x5c) at += 1;
      else if (code === 0x5b) isInClass = true;
      else if (code === 0x5d) isInClass = false;
      else if (code === 0x2f && !isInClass) {
        const text = this.#source.slice(this.#at + 1, at);
        at += 1;
        while (at < this.#end && isNameStart(this.#source.charCodeAt(at))) at += 1;
        return this.#set('regex', text, at);
      }
    }
    this.#noRegexBefore = at;
    return false;
  }

  #readPunctuator(code: number): boolean {
    const source = this.#source;
    if (code === 0x7b) this.#braces += 1;
    else if (code === 0x7d) {
      if (this.#templates.at(-1) === this.#braces) {
        this.#templates.pop();
        return this.#readTemplate(this.#at + 1);
      }
      this.#braces = Math.max(0, this.#braces - 1);
    }
    let at = this.#at + 1;
    if (REPEATED.includes(source.charAt(this.#at))) {
      while (at < this.#at + 3 && at < this.#end && source.charCodeAt(at) === code) at += 1;
      if (code === 0x3f && source.charCodeAt(at) === 0x2e) at += 1;
      else if (code === 0x3d && source.charCodeAt(at) === 0x3e) at += 1;
      else while (at < this.#at + 4 && source.charCodeAt(at) === 0x3d) at += 1;
    } else if (code === 0x21) {
      while (at < this.#at + 3 && source.charCodeAt(at) === 0x3d) at += 1;
    }
    return this.#set('punctuator', source.slice(this.#at, Math.min(at, this.#end)), at);
  }
}

/** Operators of one character that can be repeated or followed by an equals sign. */
const REPEATED = '+-*/%&|^<>=?.';

const unescaped = (text: string): string =>
  text.includes('\\') ? decodeEscapes(text).replace(/\\([\s\S])/g, '$1') : text;
