import { decodePercents } from '../../../kernel/percent.ts';
import type { ValueEncoding } from '../inspected-request.ts';

/** A value as servers read it. */
export function decodeForm(text: string, encoding: ValueEncoding): string {
  if (encoding === 'none') return text;
  const spaced = encoding === 'form' && text.includes('+') ? text.replaceAll('+', ' ') : text;
  return spaced.includes('%') ? decodePercents(spaced) : spaced;
}
