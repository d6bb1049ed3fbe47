import type { AttackReader, ReadContext } from '../../attack-reader.ts';
import { readContext } from './context-reader.ts';
import { sqlContexts } from './contexts.ts';
import { sqlTriggers } from './sql-triggers.ts';

const SAMPLE = 4096;

/**
 * Reads a value as SQL in each context in which a statement could continue. Each context divides the text into fragments
 * that are SQL without a gap; most words of ordinary texts are fragments of their own, in which nothing is done.
 */
export const sqlReader: AttackReader = {
  name: 'sql',
  triggers: sqlTriggers,
  read(text, context) {
    if (isContent(text, context)) return;
    readText(text, context);
    if (isFormEncoded(text)) readText(text.replaceAll('+', ' '), context);
  },
};

/** A text without white space but with plus signs between words was encoded once more as a form. */
const isFormEncoded = (text: string): boolean => /[\w'"]\+\w/.test(text) && !/\s/.test(text);

/** Files and bodies of other types than text are data, in which SQL would be found by chance. */
function isContent(text: string, { value: { fileName, isName, place } }: ReadContext): boolean {
  if (isName === true) return false;
  return fileName !== undefined || (place === 'body' && isBinary(text));
}

function isBinary(text: string): boolean {
  for (let at = 0; at < text.length && at < SAMPLE; at += 1) {
    const byte = text.charCodeAt(at);
    if (byte < 9 || (byte > 13 && byte < 32)) return true;
  }
  return false;
}

function readText(text: string, context: ReadContext): void {
  for (const place of sqlContexts(text)) {
    if (!context.budget.take(text.length - place.start)) return;
    readContext(text, place, context);
  }
}
