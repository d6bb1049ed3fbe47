/** What a feature proves about a script. */
export type Evidence =
  /** What is taken: the data that leaves the page. */
  | 'taken'
  /** Where it goes: a host that is not that of the page. */
  | 'destination'
  /** What is run: code, a program or a page that is not part of the script. */
  | 'run'
  /** How it was hidden or got there. */
  | 'hidden'
  /** A shape that honest software never has; it needs no second reason. */
  | 'decisive';

/** Two reasons that complete each other. */
const pairs: readonly (readonly [Evidence, Evidence])[] = [
  ['taken', 'destination'],
  // Scripts that are obfuscated hide their hosts as well.
  ['taken', 'hidden'],
  ['run', 'hidden'],
  ['run', 'destination'],
];

/**
 * Whether reasons suffice for a malicious verdict: a decisive one, or two different ones that complete each other. A script
 * with many points from a single observation is suspicious, not malicious.
 */
export function isSufficient(reasons: readonly (readonly Evidence[])[]): boolean {
  if (reasons.some((shown) => shown.includes('decisive'))) return true;
  return pairs.some(([first, second]) =>
    reasons.some(
      (shown, at) =>
        shown.includes(first) &&
        reasons.some((other, otherAt) => otherAt !== at && other.includes(second)),
    ),
  );
}
