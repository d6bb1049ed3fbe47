import { judgeJson } from './strict-json.ts';

/**
 * Whether an object of a JSON text has a member twice. `value` is the result of `JSON.parse`. It has fewer members than the
 * text then, because parsers keep one of two members with the same name.
 */
export function hasRepeatedMember(text: string, value: unknown): boolean {
  // Escapes may spell the same name in another way.
  if (text.includes('\\')) return judgeJson(text) !== 'sound';
  return membersOfText(text) !== membersOfValue(value);
}

/** In a valid text each member has one colon outside of strings. There are no escapes. */
function membersOfText(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x3a /* : */) count += 1;
    else if (code === 0x22 /* " */) at = text.indexOf('"', at + 1);
  }
  return count;
}

function membersOfValue(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += membersOfValue(item);
    return count;
  }
  for (const name in value) {
    count += 1 + membersOfValue((value as Record<string, unknown>)[name]);
  }
  return count;
}
