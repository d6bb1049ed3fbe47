const PART = /^(?:([1-5])xx|([1-5]\d\d)(?:-([1-5]\d\d))?)$/i;

/** Reads `200`, `2xx`, `200,302` or `200-299`; undefined when it is none of them. */
export function parseExpectedCodes(text: string): ((code: number) => boolean) | undefined {
  const ranges: (readonly [number, number])[] = [];
  for (const part of text.split(',')) {
    const parts = PART.exec(part.trim());
    if (!parts) return undefined;
    const [, hundreds, first, last = first] = parts;
    const range = hundreds
      ? ([Number(hundreds) * 100, Number(hundreds) * 100 + 99] as const)
      : ([Number(first), Number(last)] as const);
    if (range[0] > range[1]) return undefined;
    ranges.push(range);
  }
  return (code) => ranges.some(([from, to]) => code >= from && code <= to);
}
