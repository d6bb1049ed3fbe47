import { createHash } from 'node:crypto';
import { tokenizer, tokTypes } from 'acorn';

/** Samples of one family begin alike; generated parts at the end differ in length. */
const MAX_TOKENS = 400;

/** A hash of the kinds of tokens without names and literals: scripts of one generator have the same. */
export function shapeHash(source: string): string {
  const kinds: string[] = [];
  try {
    for (const { type } of tokenizer(source, { ecmaVersion: 'latest', allowHashBang: true })) {
      if (type === tokTypes.eof || kinds.length >= MAX_TOKENS) break;
      kinds.push(type.keyword ?? type.label);
    }
  } catch {
    // The rest is not JavaScript: markup, or cut off.
    kinds.push('error');
  }
  return createHash('sha256').update(kinds.join(' ')).digest('hex').slice(0, 16);
}
