import { randomBytes } from 'node:crypto';

/** Ids in the API are 32 lower-case hexadecimal characters. */
export const HEX_ID_PATTERN = '^[0-9a-f]{32}$';
/** The same in words, for messages. */
export const HEX_ID_TEXT = 'an id of 32 hexadecimal digits';

/** The same ids with or without the dashes of a UUID, as some clients write them. */
export const UUID_PATTERN = '^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$';

const hexId = new RegExp(HEX_ID_PATTERN);

export function newHexId(): string {
  return randomBytes(16).toString('hex');
}

export function isHexId(text: string): boolean {
  return hexId.test(text);
}

/** The id without the dashes of a UUID. */
export function withoutDashes(id: string): string {
  return id.replaceAll('-', '');
}
