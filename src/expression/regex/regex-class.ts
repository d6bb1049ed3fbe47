/**
 * Where the class that opens at `at` ends, one past its bracket; for patterns as translatePattern gives
 * them, which have no bracket right after the opening one. Never goes back, whatever the pattern.
 */
export function classEnd(pattern: string, at: number): number {
  let here = at + 1;
  while (here < pattern.length && pattern[here] !== ']') {
    if (pattern[here] === '\\') here += 2;
    else if (pattern.startsWith('[:', here)) here = namedEnd(pattern, here);
    else here += 1;
  }
  return here + 1;
}

/** Past `[:alpha:]`; without its end it is an ordinary bracket. */
function namedEnd(pattern: string, at: number): number {
  const end = pattern.indexOf(':]', at);
  return end < 0 ? at + 1 : end + 2;
}
