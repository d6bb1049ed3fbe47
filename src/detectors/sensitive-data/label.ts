/** Longest text between the start of a name and its value. */
const REACH = 60;

/** A name, an operator of settings, code, markup or a query, and what may open a value. */
const assignment =
  /([\p{L}\p{N}_.$-]{1,48})["'`)\]\\]{0,3}[ \t]{0,4}[=:>]{1,4}[ \t\r\n"'`\\=([{]{0,16}$/u;

/** The name that the value at this offset is assigned to: `orderId` of `"orderId": "…"`. Undefined in running text. */
export function labelOf(text: string, start: number): string | undefined {
  return assignment.exec(text.slice(Math.max(0, start - REACH), start))?.[1];
}

/** The words of a name in lower case: `orderId` and `ORDER_ID` are `order` and `id`. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
}
