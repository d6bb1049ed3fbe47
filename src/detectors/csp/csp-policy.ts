import { printSource, type SourceExpression } from './source-expression.ts';

/** One serialized policy of Content Security Policy Level 3, §2.2, with its directives in order. */
export interface CspPolicy {
  readonly directives: readonly CspDirective[];
}

export interface CspDirective {
  /** In lower case. */
  readonly name: string;
  /** Empty for directives without a value, and for `'none'` as the only word. */
  readonly sources: readonly SourceExpression[];
  /** Whether the value is the word `'none'`. */
  readonly isNone: boolean;
  /** Offset of the name in the parsed text. */
  readonly at: number;
}

/** Serializes a policy with one space between words and `; ` between directives. */
export function printPolicy({ directives }: CspPolicy): string {
  return directives.map(printDirective).join('; ');
}

export function printDirective({ name, sources, isNone }: Omit<CspDirective, 'at'>): string {
  return [name, ...(isNone ? ["'none'"] : sources.map(printSource))].join(' ');
}
