/**
 * Operations on empty lists and objects from which letters are built: `![]+[]` is "false". Code that people write has
 * hardly any.
 */
const ATOM = /!\[\]|\+\[\]|\[\]\+|!\+\[|\+\{\}|\{\}\+|!!\[|~\[\]/g;
const MIN_ATOMS = 4;
/** Code of signs and underscores alone, with assignments and lists. */
const SIGNS = /^(?=.{24})(?=[^=]*=[^=]*=)(?=.*(?:\[\]|\{\}|~|!)).*[_$].*[_$]/;
const MAX_LETTERS = 0.05;
/** Beyond this, nothing changes the verdict. */
const SAMPLE = 4096;

/** Where code that is built from such operations begins; -1 without. */
export function findCoercions(text: string): number {
  if (isSigns(text)) return 0;
  const first = text.search(ATOM);
  if (first === -1) return -1;
  const atoms = text.slice(first, first + SAMPLE).match(ATOM) ?? [];
  // Blank lines of formatted JSON that is encoded as a form look like sums, but have no negation.
  const negates = atoms.some((atom) => atom.startsWith('!') || atom.startsWith('~'));
  return atoms.length >= MIN_ATOMS && negates ? first : -1;
}

/** Numbers and letters come from counting and from words such as "false" in it. */
function isSigns(text: string): boolean {
  const sample = text.slice(0, SAMPLE);
  if (!/^[$_]/.test(sample) || !SIGNS.test(sample) || !/\+\+|[+]['"]|<</.test(sample)) return false;
  const letters = sample.match(/[A-Za-z0-9\s]/g)?.length ?? 0;
  return letters <= MAX_LETTERS * sample.length;
}
