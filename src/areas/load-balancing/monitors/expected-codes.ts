/** A range of status codes; both ends are included. */
export interface CodeRange {
  readonly from: number;
  readonly to: number;
}

/** Parses `200`, `2xx`, `200-299` and comma-separated lists of these; undefined if the text is invalid. */
export function parseExpectedCodes(text: string): CodeRange[] | undefined {
  const ranges = text.split(',').map((part) => parseRange(part.trim()));
  return ranges.every((range) => range !== undefined) ? ranges : undefined;
}

function parseRange(text: string): CodeRange | undefined {
  const [, hundred] = /^([1-5])xx$/i.exec(text) ?? [];
  if (hundred !== undefined) return { from: Number(hundred) * 100, to: Number(hundred) * 100 + 99 };
  const [, from, to = from] = /^([1-5]\d\d)(?:-([1-5]\d\d))?$/.exec(text) ?? [];
  return from !== undefined && Number(from) <= Number(to)
    ? { from: Number(from), to: Number(to) }
    : undefined;
}
