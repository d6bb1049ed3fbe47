/** An element of a page with its attributes, their names in lower case. */
export interface PageElement {
  readonly tag: string;
  readonly id: string | undefined;
  readonly attributes: ReadonlyMap<string, string>;
  /** Text up to the next end tag of the name. */
  readonly text: string;
  /** Offset in the page. */
  readonly start: number;
}

/** A piece of code with its offset in the page. */
export interface PageCode {
  readonly code: string;
  readonly start: number;
}

/** An HTML text, as far as it matters for scripts. */
export interface Page {
  readonly text: string;
  readonly scripts: readonly PageCode[];
  /** Code in attributes such as `onload`. */
  readonly handlers: readonly PageCode[];
  /** Scripts in VBScript, which only old browsers run. */
  readonly basic: readonly PageCode[];
  readonly elements: readonly PageElement[];
}

const MAX_ELEMENTS = 5000;
/** Characters of the texts of all elements. */
const MAX_TEXTS = 2_000_000;

/** Names of elements whose end tags are searched for; HTML has fewer. */
const MAX_NAMES = 200;

const TAG = /<([a-z][\w:-]*)/iy;
const SEPARATORS = /[\s/]*/y;
const ATTRIBUTE = /([^\s=>/"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?/y;
const JAVASCRIPT = /^$|javascript|ecmascript|jscript|livescript|^module$|^text$/i;
/** Their content is no markup. */
const rawTags: ReadonlySet<string> = new Set(['script', 'style', 'textarea', 'title', 'xmp']);

/** Reads a text as HTML; undefined if it has no tags. Takes linear time. */
export function readPage(text: string): Page | undefined {
  if (!/<[a-z!]/i.test(text)) return undefined;
  return new PageReader(text).read();
}

class PageReader {
  readonly #text: string;
  readonly #lower: string;
  readonly #scripts: PageCode[] = [];
  readonly #handlers: PageCode[] = [];
  readonly #basic: PageCode[] = [];
  readonly #elements: PageElement[] = [];
  /** Next end tag of each name, so that each part of the text is searched once. */
  readonly #ends = new Map<string, number>();
  #textsLeft = MAX_TEXTS;

  constructor(text: string) {
    this.#text = text;
    this.#lower = text.toLowerCase();
  }

  read(): Page {
    const text = this.#text;
    for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
      if (text.startsWith('<!--', at)) {
        // Old browsers read what is in a conditional comment.
        const isConditional = /^<!--\[if/i.test(text.slice(at, at + 10));
        at = isConditional ? at + 4 : this.#after('-->', at);
      } else at = this.#element(at);
    }
    return {
      text,
      scripts: this.#scripts,
      handlers: this.#handlers,
      basic: this.#basic,
      elements: this.#elements,
    };
  }

  #after(end: string, from: number): number {
    const found = this.#text.indexOf(end, from);
    return found < 0 ? this.#text.length : found + end.length;
  }

  #element(start: number): number {
    TAG.lastIndex = start;
    const tag = TAG.exec(this.#text)?.[1]?.toLowerCase();
    if (tag === undefined) return start + 1;
    const attributes = new Map<string, string>();
    let at = TAG.lastIndex;
    for (;;) {
      SEPARATORS.lastIndex = at;
      SEPARATORS.test(this.#text);
      at = SEPARATORS.lastIndex;
      if (at >= this.#text.length || this.#text[at] === '>') break;
      ATTRIBUTE.lastIndex = at;
      const [whole = '', name, double, single, plain] = ATTRIBUTE.exec(this.#text) ?? [];
      if (name === undefined || whole === '') {
        at += 1;
        continue;
      }
      const value = double ?? single ?? plain ?? '';
      at += whole.length;
      const key = name.toLowerCase();
      if (!attributes.has(key)) attributes.set(key, value);
      this.#handler(key, value, at - value.length - 1);
    }
    const inside = at + 1;
    const end = this.#endOf(tag, inside);
    const content = this.#text.slice(inside, end);
    if (tag === 'script') this.#script(attributes, content, inside);
    this.#keep({ tag, attributes, content, start });
    return rawTags.has(tag) ? end : inside;
  }

  #handler(name: string, value: string, start: number): void {
    const isScript = /^\s*javascript:/i.test(value);
    if (!isScript && !/^on[a-z]{3,}$/.test(name)) return;
    const code = decodeEntities(isScript ? value.replace(/^\s*javascript:/i, '') : value);
    if (code.trim() !== '') this.#handlers.push({ code, start });
  }

  #script(attributes: ReadonlyMap<string, string>, code: string, start: number): void {
    const kind = `${attributes.get('type') ?? ''}`.trim() || (attributes.get('language') ?? '');
    if (code.trim() === '') return;
    if (/vbs/i.test(`${kind}${attributes.get('language') ?? ''}`))
      this.#basic.push({ code, start });
    else if (JAVASCRIPT.test(kind)) this.#scripts.push({ code, start });
  }

  #keep(found: {
    tag: string;
    attributes: ReadonlyMap<string, string>;
    content: string;
    start: number;
  }): void {
    if (this.#elements.length >= MAX_ELEMENTS) return;
    const { tag, attributes, content, start } = found;
    this.#textsLeft -= content.length;
    const text = this.#textsLeft < 0 ? '' : textIn(content);
    this.#elements.push({ tag, id: attributes.get('id'), attributes, text, start });
  }

  /** Where the next end tag of a name begins. */
  #endOf(tag: string, from: number): number {
    let end = this.#ends.get(tag);
    if (end === undefined && this.#ends.size >= MAX_NAMES) return this.#text.length;
    if (end === undefined || end < from) {
      const found = this.#lower.indexOf(`</${tag}`, from);
      end = found < 0 ? this.#text.length : found;
      this.#ends.set(tag, end);
    }
    return end;
  }
}

/** The text of markup, as a browser would show it. */
export const textIn = (markup: string): string =>
  decodeEntities(markup.includes('<') ? markup.replaceAll(/<[^<>]*>/g, '') : markup);

const entities: ReadonlyMap<string, string> = new Map([
  ...([
    ['quot', '"'],
    ['amp', '&'],
    ['lt', '<'],
    ['gt', '>'],
    ['apos', "'"],
    ['nbsp', '\u00a0'],
  ] as const),
]);

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,6}));?/gi,
    (it, hex, decimal, name) => {
      if (name !== undefined) return entities.get(name.toLowerCase()) ?? it;
      const code = Number.parseInt(hex ?? decimal, hex === undefined ? 10 : 16);
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : it;
    },
  );
}
