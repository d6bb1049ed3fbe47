import { isPlaceholder } from './placeholder.ts';
import { shannonEntropy } from './shannon-entropy.ts';

/** Ids of digits have less entropy than letters, but more than invented ones. */
const MIN_ENTROPY = 2.3;

/** For values after the name of a service: random text contains digits, names of fields and files seldom do. */
export function serviceToken(candidate: string): boolean {
  return (
    /[0-9]/.test(candidate) && shannonEntropy(candidate) >= MIN_ENTROPY && !isPlaceholder(candidate)
  );
}
