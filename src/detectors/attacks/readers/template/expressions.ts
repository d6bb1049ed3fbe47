import type { StepBudget } from '../../step-budget.ts';

/** How an expression is marked in a template. */
export type Delimiter =
  | '{{'
  | '{%'
  | '<%'
  | '${'
  | '#{'
  | '%{'
  | '*{'
  | '@{'
  | '@('
  | '{'
  | '{#'
  | '[[';

/** An expression between the delimiters of a template. */
export interface Expression {
  readonly delimiter: Delimiter;
  /** Without the delimiters; cut. */
  readonly content: string;
  readonly start: number;
  readonly end: number;
  /** Whether a filter was to be passed: `$\A{…}`. */
  readonly isDisguised: boolean;
}

const OPENING = /\{\{\{?-?|\{%-?|<%[=@!-]?|\$!?(?:\\[A-Za-z]{0,2}|!)?\{|[#%*@]\{|@\(|\{/g;
const closings: Readonly<Record<string, string>> = {
  '{{': '}}',
  '{%': '%}',
  '<%': '%>',
  '@(': ')',
};
const MAX_CONTENT = 600;

/** The expressions of a text, nested ones too. Ends are looked for within a bounded distance. */
export function* expressionsOf(text: string, budget: StepBudget): Generator<Expression> {
  const next = new NextOccurrence(text);
  for (const { 0: written, index } of text.matchAll(OPENING)) {
    const start = index + written.length;
    const delimiter = delimiterOf(written);
    const closing = closings[delimiter] ?? '}';
    if (next.from(closing, start) > start + MAX_CONTENT) continue;
    const rest = text.slice(start, start + MAX_CONTENT);
    const length = closing.length === 1 ? balanced(rest, closing) : rest.indexOf(closing);
    if (!budget.take(length === -1 ? rest.length : length)) return;
    if (length <= 0) continue;
    const end = start + length + closing.length;
    const isDisguised = written.includes('\\');
    yield { delimiter, content: rest.slice(0, length), start: index, end, isDisguised };
  }
}

/** Where strings occur next, for positions that only grow; linear in total. */
class NextOccurrence {
  readonly #text: string;
  readonly #known = new Map<string, number>();

  constructor(text: string) {
    this.#text = text;
  }

  /** Infinity if it does not occur any more. */
  from(wanted: string, start: number): number {
    const known = this.#known.get(wanted) ?? -1;
    if (known >= start) return known;
    const found = this.#text.indexOf(wanted, start);
    const at = found === -1 ? Number.POSITIVE_INFINITY : found;
    this.#known.set(wanted, at);
    return at;
  }
}

function delimiterOf(written: string): Delimiter {
  if (written.startsWith('$')) return '${';
  return written.slice(0, 2) as Delimiter;
}

/** Position of the bracket that closes the one before the text. */
function balanced(text: string, closing: string): number {
  const opening = closing === ')' ? '(' : '{';
  let depth = 1;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === opening) depth += 1;
    else if (character === closing) depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}
