import type { BatchRecords } from './destination.ts';

/** A few records, as strings. */
export function textRecords(texts: readonly string[]): BatchRecords {
  return {
    texts: () => texts,
    parts: (delimiter) => [texts.join(delimiter)],
  };
}
