import { isPlaceholder } from './placeholder.ts';
import { shannonEntropy } from './shannon-entropy.ts';

const MIN_ENTROPY = 2.8;
/** Ids of workspaces and users are longer; single digits are versions. */
const MIN_ID = 6;

/** The last part is random; the parts before it are ids, which may repeat digits. */
export function slackToken(candidate: string): boolean {
  const [, ...parts] = candidate.split('-');
  const secret = parts.pop() ?? '';
  return (
    /[0-9]/.test(secret) &&
    shannonEntropy(secret) >= MIN_ENTROPY &&
    !isPlaceholder(secret) &&
    parts.every((part) => !/^[0-9]{2,}$/.test(part) || part.length >= MIN_ID)
  );
}
