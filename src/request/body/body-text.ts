import { readingsOf, type SentBody } from './body-readings.ts';
import type { BodyText } from './inspected-body.ts';

/** What rules see of a body: its prefix up to the limit, in all readings. */
export async function bodyTextOf(
  bytes: Buffer,
  { limit, ...sent }: Omit<SentBody, 'isCut'>,
): Promise<BodyText> {
  const isCut = bytes.length > limit;
  const prefix = bytes.subarray(0, limit);
  const { isWhole, ...text } = await readingsOf(prefix, { ...sent, limit, isCut });
  return { ...text, isTruncated: isCut || !isWhole, size: bytes.length };
}
