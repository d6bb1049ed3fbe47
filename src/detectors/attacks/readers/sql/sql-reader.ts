import type { AttackReader, ReadContext } from '../../attack-reader.ts';
import { readContext } from './context-reader.ts';
import { sqlContexts } from './contexts.ts';
import { sqlTriggers } from './sql-triggers.ts';

const SAMPLE = 4096;
/** Values within values are unpacked up to it. */
const UNPACKED_DEPTH = 4;

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

const ADDRESS_WITH_QUERY =
  /^\s*(?:https?(?::|%3a)|\/)[^\s?]{0,2000}(?:\?|%3f)[\w.[\]-]{1,64}(?:=|%3d)/i;

function readText(text: string, context: ReadContext): void {
  // The arguments of an address are values of their own; decoding it as a whole mixes them up.
  const { value, views } = context;
  const isUnpacked = (value.depth ?? 0) < UNPACKED_DEPTH;
  if (isUnpacked && views.length > 0 && ADDRESS_WITH_QUERY.test(value.text)) return;
  for (const place of sqlContexts(text)) {
    if (!context.budget.take(text.length - place.start)) return;
    readContext(text, place, context);
  }
}
