import { type TokenType, tokTypes } from 'acorn';

export type NestedPart = 'statement' | 'expression' | 'pattern';

const openers: ReadonlyMap<TokenType, TokenType> = new Map([
  [tokTypes.parenL, tokTypes.parenR],
  [tokTypes.bracketL, tokTypes.bracketR],
  [tokTypes.braceL, tokTypes.braceR],
  [tokTypes.dollarBraceL, tokTypes.braceR],
]);
const closers: ReadonlySet<TokenType> = new Set(openers.values());

/** Finds the end of a statement or expression by counting brackets, without parsing it. */
export class Nesting {
  readonly #part: NestedPart;
  /** Tokens that close the open brackets. */
  readonly #open: TokenType[] = [];
  #isOver = false;

  constructor(part: NestedPart) {
    this.#part = part;
  }

  /** Whether the next token still belongs to the statement or expression. */
  takes(type: TokenType): boolean {
    if (this.#isOver) return false;
    const innermost = this.#open.at(-1);
    const closer = openers.get(type);
    if (closer) this.#open.push(closer);
    else if (type === tokTypes.backQuote && innermost !== type) this.#open.push(type);
    else if (type === tokTypes.question) this.#open.push(tokTypes.colon);
    else if (type === tokTypes.colon && innermost === type) this.#open.pop();
    else if (closers.has(type) || type === tokTypes.backQuote) return this.#closes();
    else if (this.#open.length === 0) return this.#goesOn(type);
    return true;
  }

  #closes(): boolean {
    while (this.#open.at(-1) === tokTypes.colon) this.#open.pop();
    if (this.#open.length === 0) return false;
    this.#open.pop();
    // A pattern ends with its brackets, even before `=`.
    this.#isOver = this.#open.length === 0 && this.#part === 'pattern';
    return true;
  }

  #goesOn(type: TokenType): boolean {
    if (this.#part === 'statement') {
      this.#isOver = type === tokTypes.semi;
      return true;
    }
    const isEnd = type === tokTypes.comma || type === tokTypes.semi || type === tokTypes.colon;
    return !isEnd;
  }
}
