import { decodeEntities } from '../../views/views-of.ts';
import { isControl, isLetter, isSpace } from './html-characters.ts';

export interface Attribute {
  /** In lower case, without control characters. */
  readonly name: string;
  /** With character references decoded. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
  /** Whether quotes of HTML enclose the value. */
  readonly isQuoted: boolean;
  /** Whether control characters within the name, or references to letters in the value, hide what it is. */
  readonly isDisguised: boolean;
}

export interface Attributes {
  readonly list: readonly Attribute[];
  /** Position after the `>`, or the end of the text. */
  readonly end: number;
  readonly isClosed: boolean;
  /** Position of the first attribute without a proper name; -1 without. */
  readonly junkAt: number;
}

/** Further attributes are skipped unless they are event handlers or addresses of code. */
const MAX_ATTRIBUTES = 100;
const ESSENTIAL = /^on[a-z]|href$|src$|^style$|action$|^to$|^values$/;
const PROPER_NAME = /^[\w:.@#*()[\]-]+$/;
const MAX_NAME = 100;
const MAX_ESSENTIAL = 2000;

/** The attributes from a position within a tag on. It accepts anything, as browsers do. */
export function readAttributes(text: string, at: number): Attributes {
  return new AttributeReader(text, at).read();
}

class AttributeReader {
  readonly #text: string;
  #at: number;
  readonly #list: Attribute[] = [];
  #junkAt = -1;

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = at;
  }

  read(): Attributes {
    const text = this.#text;
    while (this.#at < text.length) {
      this.#skipSeparators();
      if (text.charCodeAt(this.#at) === 0x3e) return this.#result(this.#at + 1, true);
      if (this.#beginsTag()) return this.#result(this.#at, false);
      if (this.#at < text.length) this.#readAttribute();
    }
    return this.#result(text.length, false);
  }

  #result(end: number, isClosed: boolean): Attributes {
    return { list: this.#list, end, isClosed, junkAt: this.#junkAt };
  }

  /** Lenient parsers end a tag where the next one begins. */
  #beginsTag(): boolean {
    const next = this.#text.charCodeAt(this.#at + 1);
    return this.#text.charCodeAt(this.#at) === 0x3c && (isLetter(next) || next === 0x2f);
  }

  #skipSeparators(): void {
    this.#skip((code) => isSpace(code) || isControl(code) || code === 0x2f);
  }

  #skip(isSkipped: (code: number) => boolean): void {
    while (this.#at < this.#text.length && isSkipped(this.#text.charCodeAt(this.#at)))
      this.#at += 1;
  }

  #readAttribute(): void {
    const start = this.#at;
    // An equals sign can only begin a name.
    this.#at += 1;
    this.#skip((code) => !isSpace(code) && code !== 0x2f && code !== 0x3e && code !== 0x3d);
    const written = this.#text.slice(start, Math.min(this.#at, start + MAX_NAME));
    // Parsers disagree about quotes that enclose no value.
    const name = plainName(written).replace(/^["'`]+/, '');
    const nameEnd = this.#at;
    this.#skip((code) => isSpace(code) || isControl(code));
    if (this.#text.charCodeAt(this.#at) !== 0x3d) {
      this.#at = Math.max(nameEnd, start + 1);
      this.#noteName(written, start);
      return;
    }
    this.#noteName(written, start);
    this.#at += 1;
    this.#skip((code) => isSpace(code) || isControl(code));
    const { value, isQuoted } = this.#readValue();
    const decoded = value.includes('&') ? decodeEntities(value) : value;
    const isDisguised = written.length !== name.length || hidesLetters(value);
    const attribute = { name, value: decoded, start, end: this.#at, isQuoted, isDisguised };
    if (this.#isKept(name)) this.#list.push(attribute);
  }

  #noteName(name: string, start: number): void {
    if (this.#junkAt === -1 && !PROPER_NAME.test(name)) this.#junkAt = start;
  }

  #isKept(name: string): boolean {
    const { length } = this.#list;
    return length < MAX_ATTRIBUTES || (length < MAX_ESSENTIAL && ESSENTIAL.test(name));
  }

  #readValue(): { value: string; isQuoted: boolean } {
    const text = this.#text;
    const start = this.#at;
    const quote = text.charAt(start);
    // Internet Explorer accepts backticks; elsewhere they are part of the value.
    if (quote === '"' || quote === "'" || quote === '`') {
      const close = text.indexOf(quote, start + 1);
      if (close !== -1 || quote !== '`') {
        const end = close === -1 ? text.length : close;
        this.#at = Math.min(text.length, end + 1);
        return { value: text.slice(start + 1, end), isQuoted: quote !== '`' };
      }
    }
    this.#skip((code) => !isSpace(code) && code !== 0x3e);
    return { value: text.slice(start, this.#at), isQuoted: false };
  }
}

function plainName(written: string): string {
  let name = '';
  for (const character of written) if (!isControl(character.charCodeAt(0))) name += character;
  return name.toLowerCase();
}

const LETTER_REFERENCE =
  /&#(?:0*(?:6[5-9]|[78]\d|9[07-9]|1[01]\d|12[0-2])(?!\d)|x0*(?:[46][1-9a-f]|[57][0-9a])(?![0-9a-f]))/i;

/** Character references to ASCII letters have no honest purpose, because these letters need no escape. */
const hidesLetters = (value: string): boolean =>
  value.includes('&#') && LETTER_REFERENCE.test(value);
