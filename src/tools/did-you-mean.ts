import { suggest } from '../kernel/suggest.ts';

/** The end of a message about an unknown name: asks for the one that was probably meant, if one is near. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const meant = suggest(name, known);
  return meant === undefined ? '' : ` Did you mean "${meant}"?`;
}
