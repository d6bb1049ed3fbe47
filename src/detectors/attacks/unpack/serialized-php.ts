import type { InnerText } from './inner-text.ts';

const SERIALIZED = /^(?:a:\d+:\{|O:\+?\d+:"|s:\d+:")/;
/** Of a string, or of the class of an object. */
const STRING = /[sS]:(\d{1,9}):"/g;
const END = '";';
/** Values with more strings are read as a whole only. */
const MAX_STRINGS = 2000;

/** The strings of a value that PHP has serialised. Their declared lengths decide where they end. */
export function unpackSerialized(text: string): readonly InnerText[] | undefined {
  if (!SERIALIZED.test(text)) return undefined;
  const texts: InnerText[] = [];
  const lastEnd = text.lastIndexOf(END);
  const pattern = new RegExp(STRING);
  for (let found = pattern.exec(text); found && texts.length < MAX_STRINGS; ) {
    const start = pattern.lastIndex;
    const declared = start + Number(found[1]);
    const isExact = text.startsWith(END, declared);
    // A wrong length is an error to PHP, but the text may have been changed after it was serialised.
    const end = isExact ? declared : start > lastEnd ? text.length : text.indexOf(END, start);
    if (end > start) texts.push({ name: '', text: text.slice(start, end) });
    pattern.lastIndex = Math.max(start, end);
    found = pattern.exec(text);
  }
  return texts;
}
