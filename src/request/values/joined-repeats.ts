/** Only values with such a character can be pieces of something. */
const PIECE = /[^\w.,:-]/;

/**
 * The values of names that occur several times, joined by commas as some servers read them: an attack may be spread over
 * them. Lists of plain words are left out.
 */
export function joinedRepeats(
  pairs: readonly (readonly [name: string, text: string])[],
): [name: string, text: string][] {
  // Few texts of most requests are pieces, so names are rarely compared.
  const pieces = pairs.filter(([, text]) => PIECE.test(text));
  if (pieces.length < 2 || new Set(pieces.map(([name]) => name)).size === pieces.length) return [];
  const texts = new Map<string, string[]>();
  for (const [name, text] of pairs) {
    const known = texts.get(name);
    if (known) known.push(text);
    else texts.set(name, [text]);
  }
  return [...texts]
    .filter(([, each]) => each.filter((text) => PIECE.test(text)).length > 1)
    .map(([name, each]) => [name, each.join(',')]);
}
