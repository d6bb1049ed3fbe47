/** Where SQL can begin in a value: in a statement as such, or after a quote that ends a string of the statement. */
export interface SqlContext {
  readonly start: number;
  readonly quote: '' | "'" | '"' | '`';
}

const quotes = ["'", '"', '`'] as const;

/**
 * The contexts to try: the beginning, the first quote of each kind, and the first one that follows a backslash or is
 * doubled, because servers escape quotes in different ways.
 */
export function sqlContexts(text: string): readonly SqlContext[] {
  const contexts: SqlContext[] = [{ start: 0, quote: '' }];
  for (const quote of quotes) {
    const first = text.indexOf(quote);
    if (first === -1) continue;
    contexts.push({ start: first + 1, quote });
    const doubled = text.indexOf(quote + quote, first);
    if (doubled !== -1) contexts.push({ start: doubled + 2, quote });
    const escaped = text.indexOf(`\\${quote}`);
    if (escaped !== -1 && escaped + 1 !== first) contexts.push({ start: escaped + 2, quote });
  }
  return contexts;
}
