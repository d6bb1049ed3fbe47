/**
 * Operations on empty lists and objects from which letters are built: `![]+[]` is "false". Code that people write has
 * hardly any.
 */
const ATOM = /!\[\]|\+\[\]|\[\]\+|!\+\[|\+\{\}|\{\}\+|!!\[|~\[\]/g;
const MIN_ATOMS = 4;
/** Beyond this, nothing changes the verdict. */
const SAMPLE = 4096;

/** Where code that is built from such operations begins; -1 without. */
export function findCoercions(text: string): number {
  const first = text.search(ATOM);
  if (first === -1) return -1;
  const atoms = text.slice(first, first + SAMPLE).match(ATOM) ?? [];
  // Blank lines of formatted JSON that is encoded as a form look like sums, but have no negation.
  const negates = atoms.some((atom) => atom.startsWith('!') || atom.startsWith('~'));
  return atoms.length >= MIN_ATOMS && negates ? first : -1;
}
