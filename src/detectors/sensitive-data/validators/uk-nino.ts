/** Prefixes that are never issued (HMRC manual NIM39110), besides the letters that the pattern excludes. */
const unused = new Set(['BG', 'GB', 'KN', 'NK', 'NT', 'TN', 'ZZ']);

export function ukNino(candidate: string): boolean {
  return !unused.has(candidate.slice(0, 2));
}
