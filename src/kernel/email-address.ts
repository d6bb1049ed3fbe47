/** Deliberately loose: only sending a message shows whether an address exists. */
const EMAIL = /^[^\s\p{Cc}@,;<>()"]+@[\p{L}\p{N}](?:[-.\p{L}\p{N}]*[\p{L}\p{N}])?$/u;

const MAX_LENGTH = 320;

export function isEmailAddress(text: string): boolean {
  return text.length <= MAX_LENGTH && EMAIL.test(text);
}
