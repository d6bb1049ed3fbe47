/** Prefixes that are never given out (HMRC manual NIM39110), besides the letters the pattern leaves out. */
const unused = new Set(['BG', 'GB', 'KN', 'NK', 'NT', 'TN', 'ZZ']);

export function ukNino(candidate: string): boolean {
  return !unused.has(candidate.slice(0, 2));
}
