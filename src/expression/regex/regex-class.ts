/**
 * The position after the class that opens at `at`, for patterns that translatePattern returns,
 * which have no bracket directly after the opening one. It never backtracks.
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

/** The position after `[:alpha:]`; if it is not closed, the bracket is an ordinary one. */
function namedEnd(pattern: string, at: number): number {
  const end = pattern.indexOf(':]', at);
  return end < 0 ? at + 1 : end + 2;
}
