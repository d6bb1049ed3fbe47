import { isPlaceholder } from './placeholder.ts';
import { tokenRarity } from './token-rarity.ts';

const MIN_RARITY = 3;
/** Ids of workspaces and users are longer; single digits are versions. */
const MIN_ID = 6;

/** The last part is random; the parts before it are ids, which may repeat digits. */
export function slackToken(candidate: string): boolean {
  const [, ...parts] = candidate.split('-');
  const secret = parts.pop() ?? '';
  return (
    /[0-9]/.test(secret) &&
    tokenRarity(secret) >= MIN_RARITY &&
    !isPlaceholder(secret) &&
    parts.every((part) => !/^[0-9]{2,}$/.test(part) || part.length >= MIN_ID)
  );
}
