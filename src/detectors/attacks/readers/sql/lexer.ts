import { LONGEST_OPERATOR, operatorBytes, operatorPowers } from './operators.ts';
import { reservedWords, stringPrefixes } from './sql-words.ts';
import {
  endOfDollarString,
  endOfNumber,
  endOfString,
  endOfWord,
  isWordByte,
} from './token-ends.ts';

export type TokenKind =
  | 'number'
  | 'string'
  | 'name'
  | 'word'
  | 'variable'
  | 'operator'
  | 'open'
  | 'close'
  | 'comma'
  | 'semicolon'
  /** A comment up to the end of the text: it cuts off what follows the value in the statement. */
  | 'cut'
  | 'other'
  | 'end';

/** Longer words are neither keywords nor functions. */
const MAX_WORD = 64;
/** Searches for the end of a dollar string that fail; each may pass over the whole text. */
const MAX_FAILED_SEARCHES = 3;

const DOLLAR = 0x24;
const SINGLE_QUOTE = 0x27;
const DIGITS = /^\d+$/;

const punctuation: Readonly<Record<string, TokenKind>> = {
  '(': 'open',
  ')': 'close',
  ',': 'comma',
  ';': 'semicolon',
};

/**
 * Reads the tokens of SQL in all dialects at once, one at a time, so that nothing is kept in memory. It never fails:
 * characters without a meaning are tokens too.
 */
export class SqlLexer {
  readonly text: string;
  kind: TokenKind = 'end';
  start = 0;
  end = 0;
  /** In lower case: of a name or a keyword, with the names it is qualified by; or the operator. */
  word = '';
  /** Of a string or quoted name. */
  quote = '';
  /** Whether a string or quoted name is not closed before the end of the text. */
  isOpen = false;
  /** Whether a comment stands before the token. */
  isAfterComment = false;
  /** Whether an executed comment has begun (MySQL: `/*!50000 … *\/`). */
  isExecuted = false;
  #failedSearches = 0;

  constructor(text: string, start: number) {
    this.text = text;
    this.end = start;
  }

  /** Goes back to a token that began at `start`. */
  seek(start: number): void {
    this.end = start;
    this.next();
  }

  next(): TokenKind {
    this.word = '';
    this.isOpen = false;
    this.isAfterComment = false;
    if (this.#skipBlanks()) return this.kind;
    const { text } = this;
    const at = this.end;
    this.start = at;
    if (at >= text.length) return this.#token('end', at);
    const byte = text.charCodeAt(at);
    if (isWordByte(byte)) {
      if (byte === DOLLAR && this.#dollarString(at)) return this.kind;
      if (byte >= 0x30 && byte <= 0x39) return this.#number(at, endOfNumber(text, at));
      return this.#word(at, endOfWord(text, at));
    }
    const character = text.charAt(at);
    const mark = punctuation[character];
    if (mark !== undefined) return this.#token(mark, at + 1);
    if (character === "'" || character === '"' || character === '`') {
      return this.#string(at, character);
    }
    const number = character === '.' ? endOfNumber(text, at) : at;
    if (number > at) return this.#number(at, number);
    return this.#symbol(at, character);
  }

  /** The character after the current token and white space. */
  peek(): string {
    let at = this.end;
    while (at < this.text.length && this.text.charCodeAt(at) <= 0x20) at += 1;
    return this.text.charAt(at);
  }

  #token(kind: TokenKind, end: number): TokenKind {
    this.kind = kind;
    this.end = end;
    return kind;
  }

  /** Whether a comment that reaches the end of the text is the token. */
  #skipBlanks(): boolean {
    const { text } = this;
    for (;;) {
      const at = this.end;
      const byte = text.charCodeAt(at);
      if (byte <= 0x20 || byte === 0xa0) this.end += 1;
      else if (byte === 0xc2 && text.charCodeAt(at + 1) === 0xa0) this.end += 2;
      else if (this.#beginsComment(at, byte)) {
        if (this.#skipComment(at, text.indexOf('\n', at), 1)) return true;
      } else if (byte === 0x2f && text.charCodeAt(at + 1) === 0x2a) {
        if (text.charAt(at + 2) === '!') this.#enterComment(at + 3);
        else if (this.#skipComment(at, text.indexOf('*/', at + 2), 2)) return true;
      } else if (this.isExecuted && text.startsWith('*/', at)) this.end += 2;
      else return false;
    }
  }

  /** `#` and `--`; `&#` begins a character of HTML. */
  #beginsComment(at: number, byte: number): boolean {
    const { text } = this;
    if (byte === 0x2d) return text.charCodeAt(at + 1) === 0x2d;
    return byte === 0x23 && text.charCodeAt(at - 1) !== 0x26;
  }

  #skipComment(start: number, closed: number, length: number): boolean {
    if (closed === -1) {
      this.start = start;
      this.#token('cut', this.text.length);
      return true;
    }
    this.isAfterComment = true;
    this.end = closed + length;
    return false;
  }

  /** Five or six digits are the version from which on the content is executed. */
  #enterComment(at: number): void {
    this.isExecuted = true;
    this.isAfterComment = true;
    const digits = /^\d{5,6}/.exec(this.text.slice(at, at + 6));
    this.end = at + (digits ? digits[0].length : 0);
  }

  #string(at: number, quote: string): TokenKind {
    this.quote = quote;
    const end = endOfString(this.text, at + 1, quote);
    this.isOpen = end === -1;
    return this.#token(quote === '`' ? 'name' : 'string', end === -1 ? this.text.length : end);
  }

  /** Whether a string in dollar signs begins. */
  #dollarString(at: number): boolean {
    if (this.#failedSearches >= MAX_FAILED_SEARCHES) return false;
    const end = endOfDollarString(this.text, at);
    if (end === -1) this.#failedSearches += 1;
    if (end <= 0) return false;
    this.quote = '$';
    this.#token('string', end);
    return true;
  }

  #number(at: number, number: number): TokenKind {
    const { text } = this;
    const end = endOfWord(text, number);
    // Letters after a number are a keyword (1e1union) or an alias (.1a), but digits and letters are a name (911_calls).
    if (number === end || reservedWords.has(lower(text, number, end))) {
      return this.#token('number', number);
    }
    if (DIGITS.test(text.slice(at, Math.min(number, at + MAX_WORD)))) return this.#word(at, end);
    return this.#token('number', end);
  }

  #word(at: number, wordEnd: number): TokenKind {
    const { text } = this;
    let end = wordEnd;
    const first = lower(text, at, end);
    if (
      text.charCodeAt(end) === SINGLE_QUOTE &&
      (stringPrefixes.has(first) || first.startsWith('_'))
    ) {
      return this.#string(end, "'");
    }
    const isReserved = reservedWords.has(first);
    for (;;) {
      const dots = text.startsWith('..', end) ? 2 : 1; // master..table leaves out the owner
      if (text.charAt(end) !== '.' || !isWordByte(text.charCodeAt(end + dots))) break;
      if (isReserved && endOfNumber(text, end) > end) break;
      end += dots;
      end = endOfWord(text, end);
    }
    this.quote = '';
    this.word = end === wordEnd ? first : lower(text, at, end);
    return this.#token(isReserved && end === wordEnd ? 'word' : 'name', end);
  }

  #symbol(at: number, character: string): TokenKind {
    const { text } = this;
    if (character === '@' && text.charAt(at + 1) !== '>') {
      let end = at + 1;
      while (text.charAt(end) === '@') end += 1;
      while (isWordByte(text.charCodeAt(end)) || text.charAt(end) === '.') end += 1;
      if (end === at + 1 && text.charAt(end) === '`') return this.#string(end, '`');
      this.word = lower(text, at, end);
      return this.#token(end - at > 1 ? 'variable' : 'other', end);
    }
    if (character === '\\' && /^[N\d]$/.test(text.charAt(at + 1))) {
      return this.#token('number', at + 2); // the null of MySQL
    }
    if (character === '[') return this.#bracket(at);
    return this.#operator(at, character);
  }

  #operator(at: number, character: string): TokenKind {
    const { text } = this;
    const isLonger = operatorBytes[text.charCodeAt(at + 1)] === 1;
    for (let length = isLonger ? LONGEST_OPERATOR : 1; length > 0; length -= 1) {
      const symbol = length === 1 ? character : text.slice(at, at + length);
      if (!operatorPowers.has(symbol)) continue;
      this.word = symbol;
      return this.#token('operator', at + symbol.length);
    }
    this.word = character;
    return this.#token('other', at + 1);
  }

  #bracket(at: number): TokenKind {
    const [name] = /^\[[A-Za-z_][\w ]{0,63}\]/.exec(this.text.slice(at, at + 66)) ?? [];
    this.word = name === undefined ? '[' : name.slice(1, -1).toLowerCase();
    return this.#token(name === undefined ? 'other' : 'name', at + (name?.length ?? 1));
  }
}

const lower = (text: string, start: number, end: number): string =>
  end - start > MAX_WORD ? '' : text.slice(start, end).toLowerCase();
