import type { BatchRecords } from './destination.ts';

/** For few records, as an array of strings. */
export function textRecords(texts: readonly string[]): BatchRecords {
  return {
    texts: () => texts,
    parts: (delimiter) => [texts.join(delimiter)],
  };
}
