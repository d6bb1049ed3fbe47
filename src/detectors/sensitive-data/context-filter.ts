import type {
  Context,
  SensitiveDataRule,
} from '../../catalogs/managed-rulesets/sensitive-data/sensitive-data-rule.ts';
import { isWordAt } from '../multi-pattern/boundary.ts';
import type { CompiledPattern } from '../multi-pattern/compiled-pattern.ts';
import type { TokenFilter } from '../multi-pattern/prefilter.ts';
import { SYMBOLS } from '../multi-pattern/symbol-set.ts';
import { ContextWords } from './context-words.ts';

/** A compiled pattern and the rule that it belongs to. */
export interface RulePattern extends CompiledPattern {
  readonly rule: SensitiveDataRule;
}

/** Refuses tokens without the context words that their rule requires. */
export class ContextFilter implements TokenFilter {
  readonly #patterns: readonly RulePattern[];
  readonly #words: ContextWords;
  readonly #contexts: readonly Context[];
  /** Contexts that the header of a column may name: every row may contain their values. */
  #named: ReadonlySet<number> = new Set();
  /** Index of the context of a pattern that begins a token; −1 if it has none. */
  readonly #contextOf: readonly number[];
  #text = '';

  constructor(patterns: readonly RulePattern[]) {
    const contexts = [
      ...new Set(
        patterns.flatMap(({ rule, trigger }) =>
          trigger.kind === 'token' && rule.context ? [rule.context] : [],
        ),
      ),
    ];
    this.#patterns = patterns;
    this.#contexts = contexts;
    this.#words = new ContextWords(contexts);
    this.#contextOf = patterns.map(({ rule, trigger }) =>
      trigger.kind === 'token' && rule.context ? contexts.indexOf(rule.context) : -1,
    );
  }

  setHeaders(headers: readonly string[]): void {
    const text = headers.join('\n');
    this.#words.begin(text);
    const named = [...this.#contexts.keys()].filter((it) => this.#words.isNear(it, 0, text.length));
    this.#named = new Set(named);
  }

  get steps(): number {
    return this.#words.steps;
  }

  begin(text: string): void {
    this.#text = text;
    this.#words.begin(text);
  }

  /** The candidate truncates a word that ends directly before it, which `ContextWords` does not take into account. */
  accepts(pattern: number, start: number): boolean {
    const context = this.#contextOf[pattern] ?? -1;
    if (context < 0 || this.#named.has(context)) return true;
    const text = this.#text;
    if (text.charCodeAt(start - 1) >= SYMBOLS || isWordAt(text, start - 1)) return true;
    const end = start + (this.#patterns[pattern]?.maxLength ?? 0);
    return this.#words.isNear(context, start, end);
  }
}
