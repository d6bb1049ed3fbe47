import type { Strength } from '../../../../catalogs/attacks/strength.ts';
import { readTag, type Tag } from './html-tags.ts';
import { judgeElement } from './judge-element.ts';
import type { MarkupContext, Position, ScanOptions } from './markup-context.ts';
import { type MarkupReport, weaker } from './markup-report.ts';
import { judgeScript } from './script-element.ts';
import { judgeStyle } from './style-rules.ts';

/** Elements whose contents are text up to their end tag. */
const RAW_TEXT: ReadonlySet<string> = new Set(
  'script style textarea title xmp noscript noembed noframes'.split(' '),
);
/** Elements that a page may be in the middle of, and whose end an injection therefore begins with. */
const LEFT: ReadonlySet<string> = new Set([
  ...RAW_TEXT,
  ...'template select option svg math comment plaintext iframe object'.split(' '),
]);
/** Markup is looked for in contents and attribute values this deep. */
const MAX_DEPTH = 2;

/** Reads a text as the contents of an element, as browsers do: anything is accepted. */
export class MarkupScan implements MarkupContext {
  readonly text: string;
  readonly markup: MarkupReport;
  readonly options: ScanOptions;
  /** Position of the first `>` in the text that ends no tag of the text; -1 without. */
  strayEnd = -1;
  /** Position of the first end tag or end of a comment of something that does not begin in the text. */
  leaves = -1;
  /** Position of the first tag. */
  firstTag = -1;
  readonly #opened = new Set<string>();
  /** Raw text elements without a further end tag. */
  readonly #unclosed = new Set<string>();
  #lower: string | undefined;
  #at = 0;

  constructor(text: string, markup: MarkupReport, options: ScanOptions) {
    this.text = text;
    this.markup = markup;
    this.options = options;
  }

  run(): void {
    const { text } = this;
    while (this.#at < text.length) {
      const open = text.indexOf('<', this.#at);
      this.#readText(this.#at, open === -1 ? text.length : open);
      if (open === -1) return;
      if (text.startsWith('<!--', open)) this.#readComment(open);
      else if (text.startsWith('<![CDATA[', open)) this.#at = open + 9;
      else this.#readMarkup(open);
    }
  }

  nested(text: string, { start, end }: Position, ceiling: Strength): number {
    const { depth } = this.options;
    if (depth >= MAX_DEPTH || !text.includes('<')) return 0;
    if (!this.markup.context.budget.take(text.length)) return 0;
    const before = this.markup.active;
    const options = {
      ceiling: weaker(ceiling, this.options.ceiling),
      depth: depth + 1,
      span: this.options.span ?? { start, end },
    };
    new MarkupScan(text, this.markup, options).run();
    return this.markup.active - before;
  }

  #readText(start: number, end: number): void {
    if (this.strayEnd === -1) {
      const stray = this.text.slice(start, Math.min(end, start + MAX_STRAY)).indexOf('>');
      if (stray !== -1) this.strayEnd = start + stray;
    }
    if (
      this.leaves === -1 &&
      this.strayEnd >= start &&
      /--!?$/.test(this.text.slice(start, this.strayEnd))
    ) {
      this.leaves = start;
    }
  }

  #readComment(open: number): void {
    const close = /--!?>/g;
    close.lastIndex = open + 2;
    const end = close.exec(this.text);
    this.#at = end === null ? this.text.length : close.lastIndex;
    const content = this.text.slice(open + 4, end?.index ?? this.text.length);
    const ceiling = this.markup.expectsMarkup ? 'weak' : 'likely';
    this.#noteHidden(open, this.nested(content, { start: open, end: this.#at }, ceiling));
  }

  #readMarkup(open: number): void {
    const tag = readTag(this.text, open);
    if (tag === undefined) {
      this.#at = open + 1;
      return;
    }
    this.#at = tag.end;
    if (this.firstTag === -1) this.firstTag = open;
    if (tag.isEnd && tag.name !== '/') this.#noteEnd(tag);
    else this.#readElement(tag);
  }

  #noteEnd({ name, start }: Tag): void {
    if (this.leaves === -1 && LEFT.has(name) && !this.#opened.has(name)) this.leaves = start;
  }

  #readElement(tag: Tag): void {
    const isBogus = tag.name === '!' || tag.name === '?' || tag.isEnd;
    const ceiling = isBogus ? weaker('likely', this.options.ceiling) : this.options.ceiling;
    judgeElement(tag, ceiling, this);
    if (LEFT.has(tag.name)) this.#opened.add(tag.name);
    if (!RAW_TEXT.has(tag.name) || !tag.isClosed) {
      if (tag.name === 'script') judgeScript(this.spanned(tag), '', false, ceiling, this.markup);
      return;
    }
    const end = this.#endOf(tag);
    if (end === -1 && this.#unclosed.has(`${tag.name}!`)) return;
    if (end === -1) this.#unclosed.add(`${tag.name}!`);
    this.#readContent(tag, this.text.slice(tag.end, end === -1 ? undefined : end), end !== -1);
    // Without an end tag the contents may as well be markup.
    if (end !== -1) this.#at = end;
  }

  #readContent(tag: Tag, content: string, isClosed: boolean): void {
    const { ceiling } = this.options;
    const { markup } = this;
    if (tag.name === 'script') judgeScript(this.spanned(tag), content, isClosed, ceiling, markup);
    else if (tag.name === 'style') this.#readStyle(this.spanned(tag), content, isClosed);
    else if (isClosed) this.#noteHidden(tag.start, this.nested(content, tag, 'likely'));
  }

  #readStyle(tag: Tag, content: string, isClosed: boolean): void {
    const { ceiling } = this.options;
    judgeStyle(content, tag, ceiling, this.markup);
    // Netscape 4 ran style sheets in JavaScript.
    const type = tag.attributes.find(({ name }) => name === 'type')?.value ?? '';
    if (/script/i.test(type)) judgeScript(tag, content, isClosed, ceiling, this.markup);
  }

  spanned(tag: Tag): Tag {
    return this.options.span ? { ...tag, ...this.options.span } : tag;
  }

  #noteHidden(at: number, found: number): void {
    if (found > 0) this.markup.report('html-hidden-markup', 'likely', at, this.#at);
  }

  #endOf({ name, end }: Tag): number {
    if (this.#unclosed.has(name)) return -1;
    this.#lower ??= this.text.toLowerCase();
    const at = this.#lower.indexOf(`</${name}`, end);
    if (at === -1) this.#unclosed.add(name);
    return at;
  }
}

const MAX_STRAY = 2000;
