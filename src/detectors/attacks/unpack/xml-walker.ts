import type { InnerText } from './inner-text.ts';

const MAX_TEXTS = 20_000;
const NAME = /[\w:.\x80-\xff-]+/y;
/** Anything between the attributes of a tag. */
const GAP = /[^\w:."'>\x80-\xff-]+/y;
const EQUALS = /\s*=\s*/y;
const PLAIN_VALUE = /[^\s"'<>=]+/y;
/** Names are shown to people. */
const MAX_NAME = 100;
const BLANK = /^\s*$/;

/**
 * Walks through the tags of an XML document, and collects what applications read: texts, attributes, literals of the
 * document type, comments and processing instructions. Each step goes forward, so the work is linear.
 */
export class XmlWalker {
  readonly #text: string;
  readonly #decode: (text: string) => string;
  readonly #texts: InnerText[] = [];
  #at = 0;
  #element = '';
  /** The texts since the last tag. */
  #content: string[] = [];

  constructor(text: string, decode: (text: string) => string) {
    this.#text = text;
    this.#decode = decode;
  }

  /** Undefined if there are too many texts. */
  walk(): readonly InnerText[] | undefined {
    const text = this.#text;
    while (this.#at < text.length && this.#texts.length < MAX_TEXTS) {
      const content = this.#until('<');
      if (!BLANK.test(content)) this.#addContent(this.#decode(content));
      this.#tag();
    }
    this.#endContent();
    return this.#at < text.length ? undefined : this.#texts;
  }

  /** Stands behind `<`. */
  #tag(): void {
    const text = this.#text;
    const start = this.#at - 1;
    if (text.startsWith('![CDATA[', this.#at)) {
      this.#at += '![CDATA['.length;
      this.#addContent(this.#until(']]>'));
    } else if (text.startsWith('!--', this.#at)) {
      this.#until('-->');
      this.#add(this.#element, text.slice(start, this.#at));
    } else if (text.startsWith('?', this.#at)) {
      this.#until('?>');
      if (!text.startsWith('<?xml', start)) this.#add('', text.slice(start, this.#at));
    } else if (text.startsWith('!', this.#at)) this.#declaration();
    else {
      this.#endContent();
      if (text.startsWith('/', this.#at)) this.#until('>');
      else this.#startTag();
    }
  }

  #addContent(text: string): void {
    this.#add(this.#element, text);
    this.#content.push(text);
  }

  /** Applications read the text between two tags as one, whatever comments and sections divide it. */
  #endContent(): void {
    if (this.#content.length > 1) this.#add(this.#element, this.#content.join(''));
    this.#content = [];
  }

  /** A document type with the declarations in it. */
  #declaration(): void {
    let depth = 0;
    while (this.#at < this.#text.length) {
      const character = this.#text.charAt(this.#at);
      this.#at += 1;
      if (character === '"' || character === "'") this.#add('', this.#until(character));
      else if (character === '<' && this.#text.startsWith('!--', this.#at)) {
        this.#add('', this.#until('-->'));
      } else if (character === '[') depth += 1;
      else if (character === ']') depth -= 1;
      else if (character === '>' && depth <= 0) return;
    }
  }

  #startTag(): void {
    this.#element = this.#match(NAME).slice(0, MAX_NAME);
    let attribute = '';
    while (this.#at < this.#text.length) {
      const character = this.#text.charAt(this.#at);
      if (character === '>') break;
      if (character === '"' || character === "'") {
        this.#at += 1;
        this.#addAttribute(attribute, this.#until(character));
      } else if (this.#match(GAP) === '') {
        attribute = this.#match(NAME).slice(0, MAX_NAME);
        // Parsers of HTML accept values without quotes.
        if (this.#match(EQUALS) !== '') {
          const plain = this.#match(PLAIN_VALUE);
          if (plain !== '') this.#addAttribute(attribute, plain);
        }
      }
    }
    this.#at += 1;
  }

  #addAttribute(name: string, value: string): void {
    this.#add(`${this.#element}.${name}`, this.#decode(value));
  }

  /** Moves behind the mark, or to the end, and returns the text before it. */
  #until(mark: string): string {
    const start = this.#at;
    const found = this.#text.indexOf(mark, start);
    this.#at = found === -1 ? this.#text.length : found + mark.length;
    return this.#text.slice(start, found === -1 ? undefined : found);
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const matched = pattern.exec(this.#text)?.[0] ?? '';
    this.#at += matched.length;
    return matched;
  }

  #add(name: string, text: string): void {
    if (!BLANK.test(text)) this.#texts.push({ name, text });
  }
}
