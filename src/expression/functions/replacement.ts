/** Replacement texts: `${1}` to `${8}` are groups, `$$` is a dollar sign. */

const MAX_REFERENCES = 8;
const REFERENCE = /\$(?:\$|\{([1-8])\})/g;

/** The problem of a replacement for a pattern with this many groups; undefined if it is valid. */
export function replacementProblem(text: string, groups: number): string | undefined {
  const rest = text.replace(REFERENCE, '');
  if (rest.includes('$')) return `a $ must be $$ or \${1} to \${8}`;
  const references = [...text.matchAll(REFERENCE)].flatMap(([, group]) => group ?? []);
  if (references.length > MAX_REFERENCES) {
    return `too many group references (limit: ${MAX_REFERENCES})`;
  }
  const unknown = references.find((group) => Number(group) > groups);
  return unknown === undefined ? undefined : `there is no group ${unknown}`;
}

/** Fills in the groups; the first is `${1}`. */
export function fillReplacement(text: string, groups: readonly string[]): string {
  return text.replace(REFERENCE, (_, group: string | undefined) =>
    group === undefined ? '$' : (groups[Number(group) - 1] ?? ''),
  );
}
