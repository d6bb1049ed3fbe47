import type { InnerText } from './inner-text.ts';

const SERIALIZED = /^(?:a:\d+:\{|O:\+?\d+:"|s:\d+:")/;
const STRING = /s:\d+:"([\s\S]*?)";/g;
const MAX_STRINGS = 200;

/** The strings of a value that PHP has serialised. */
export function unpackSerialized(text: string): readonly InnerText[] | undefined {
  if (!SERIALIZED.test(text)) return undefined;
  return [...text.matchAll(STRING).take(MAX_STRINGS)].map(([, inner = '']) => ({
    name: '',
    text: inner,
  }));
}
