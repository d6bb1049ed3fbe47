/** Markup. Only `html` makes it, so that text never becomes markup by accident. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | Html | undefined | readonly Html[];

/** Builds markup from a template: text is escaped, markup is inserted verbatim, undefined is left out. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const texts = parts.map((part, n) => markupOf(part) + (strings[n + 1] ?? ''));
  return new Html((strings[0] ?? '') + texts.join(''));
}

function markupOf(part: Part): string {
  if (part === undefined) return '';
  if (typeof part === 'string') return escapeHtml(part);
  if (part instanceof Html) return part.text;
  return part.map(({ text }) => text).join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => entities[char] ?? char);
}

/** Text that may break over lines after a character, such as a path after its slashes. */
export function breakable(text: string, after: string): Html {
  const [first = '', ...rest] = text.split(after);
  return html`${first}${rest.map((part) => html`${after}<wbr>${part}`)}`;
}
