/** Symbols of the table of pair costs: the letters without case, a digit, and everything else with the ends of words. */
export const PAIR_SYMBOLS = 28;
const DIGIT = 26;
export const GAP = 27;

/**
 * The symbols of a text. An upper-case letter after a lower-case one begins a word, so that `readFile` costs what
 * `read-file` costs.
 */
export function pairSymbols(text: string): number[] {
  const symbols: number[] = [GAP];
  let wasLower = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isUpper = code >= 0x41 && code <= 0x5a;
    const isLower = code >= 0x61 && code <= 0x7a;
    if (isUpper && wasLower) symbols.push(GAP);
    if (isUpper || isLower) symbols.push((code | 0x20) - 0x61);
    else symbols.push(code >= 0x30 && code <= 0x39 ? DIGIT : GAP);
    wasLower = isLower;
  }
  return symbols;
}
