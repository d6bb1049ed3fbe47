import type { BatchRecords } from './destination.ts';

/** Records that are few. */
export function textRecords(texts: readonly string[]): BatchRecords {
  return {
    texts: () => texts,
    parts: (delimiter) => [texts.join(delimiter)],
  };
}
