import { isPlaceholder } from './placeholder.ts';
import { shannonEntropy } from './shannon-entropy.ts';

/** Random text of 16 characters or more has clearly over three bits per character, even in hexadecimal. */
const MIN_ENTROPY = 3;

/** For tokens with a fixed prefix: the rest must look random. */
export function randomToken(candidate: string): boolean {
  return shannonEntropy(candidate) >= MIN_ENTROPY && !isPlaceholder(candidate);
}
