import type { InnerText } from './inner-text.ts';
import { afterSpace, stringAt } from './json-lexer.ts';

const MAX_TEXTS = 20_000;
const LINE_COMMENT = /(?:\/\/|#)[^\n]*/y;
const BLOCK_COMMENT = /\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?/y;

/**
 * The strings of the first document in a text that is no JSON as a whole. Some parsers stop where the document ends, and
 * others accept comments, names without quotes and further notations of numbers.
 */
export function looseJsonTexts(text: string): readonly InnerText[] {
  const texts: InnerText[] = [];
  let depth = 0;
  let name = '';
  for (let at = 0; at < text.length && texts.length < MAX_TEXTS; ) {
    const character = text.charAt(at);
    if (character === '"' || character === "'") {
      const token = stringAt(text, at);
      at = afterSpace(text, token.end);
      const isName = text.charAt(at) === ':';
      if (isName) name = token.text;
      if (token.text !== '') texts.push({ name, text: token.text, isName });
      continue;
    }
    if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth <= 0) break;
    }
    at = afterComment(text, at) ?? at + 1;
  }
  return texts;
}

function afterComment(text: string, at: number): number | undefined {
  for (const pattern of [LINE_COMMENT, BLOCK_COMMENT]) {
    pattern.lastIndex = at;
    if (pattern.test(text)) return pattern.lastIndex;
  }
  return undefined;
}
