import { randomBytes } from 'node:crypto';

/** Ids in the API are 32 lower-case hexadecimal characters. */
export const HEX_ID_PATTERN = '^[0-9a-f]{32}$';

const hexId = new RegExp(HEX_ID_PATTERN);

export function newHexId(): string {
  return randomBytes(16).toString('hex');
}

export function isHexId(text: string): boolean {
  return hexId.test(text);
}
