import type { AttackSign } from '../../../../catalogs/attacks/attack-signs.ts';
import { type Strength, strengths } from '../../../../catalogs/attacks/strength.ts';
import type { ReadContext } from '../../attack-reader.ts';
import { isXml } from '../../unpack/xml.ts';
import { isPlainRole } from '../javascript/plain-role.ts';
import { MarkdownCode } from './markdown-code.ts';

const DOCUMENT = /<(?:!doctype\s+html|html|head)[\s>]/i;
/** A root element of a vocabulary other than those of browsers: a feed, a configuration. */
const XML_ROOT = /^\s*<[\w.-]+\s(?:[^<>]*\s)?xmlns=["'](?![^"']*(?:1999\/xhtml|2000\/svg))/i;
/** Pages show what stands in these places, and documents are sent elsewhere. */
const SHOWN: ReadonlySet<string> = new Set(['path', 'query', 'header', 'cookie']);
const MIN_DOCUMENT = 400;
/** A page as editors save it. */
const PAGE = /^\s*<!doctype\s+html[\s>]/i;

/** Which of two strengths is less. */
export const weaker = (one: Strength, other: Strength): Strength =>
  strengths.indexOf(one) < strengths.indexOf(other) ? one : other;

/** Passes findings on, weakened by what the text as a whole is. */
export class MarkupReport {
  /** A rich text, a page or an e-mail: markup is expected, as long as it is not active. */
  readonly expectsMarkup: boolean;
  readonly isXml: boolean;
  readonly isPlain: boolean;
  readonly context: ReadContext;
  readonly #code: MarkdownCode | undefined;
  /** Of everything in the text. */
  readonly #ceiling: Strength;
  /** Findings of active markup so far. */
  active = 0;
  /** With the weak ones. */
  all = 0;

  constructor(text: string, context: ReadContext) {
    this.context = context;
    const isShown = SHOWN.has(context.value.place);
    this.isXml = !isShown && (isXml(text) || XML_ROOT.test(text.slice(0, 500)));
    this.isPlain = isPlainRole(context.role);
    const isDocument =
      PAGE.test(text) || (text.length >= MIN_DOCUMENT && DOCUMENT.test(text.slice(0, 4096)));
    this.expectsMarkup = context.role === 'markup' || isDocument || this.isXml;
    this.#code = this.isPlain ? undefined : new MarkdownCode(text);
    this.#ceiling = ceilingOf(text, context, this.isPlain);
  }

  /** Whether the position is in code of Markdown. */
  isInCode(position: number): boolean {
    return this.#code?.has(position) ?? false;
  }

  readonly report = (sign: AttackSign, strength: Strength, start: number, end: number): void => {
    const shown = this.isInCode(start) ? 'weak' : weaker(strength, this.#ceiling);
    this.all += 1;
    if (shown !== 'weak') this.active += 1;
    this.context.report(sign, shown, start, end);
  };
}

function ceilingOf(text: string, { role, value, views }: ReadContext, isPlain: boolean): Strength {
  if (value.place === 'file' && value.isName !== true) {
    return /\.svgz?$|\.xml$/i.test(value.fileName ?? '') ? 'likely' : 'weak';
  }
  // Markup that is written with references shows as text; people who explain it write it so.
  if (!isPlain && views.some((step) => step === 'entities' || step === 'escapes')) return 'weak';
  // In HTML, elements for code do not keep what is in them from acting; nor do fences for the text around them.
  const isSource = role === 'code' && !text.includes('```') && !/<(?:pre|code)[\s>]/i.test(text);
  return isSource ? 'likely' : 'clear';
}
