/**
 * How deep a JSON text is nested, determined without parsing it. Parsers recurse, so a depth that an attacker
 * chooses could exhaust the stack.
 */
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Whether more than this many objects and arrays are open at once. The text need not be valid JSON. */
export function isDeeperThan(text: string, limit: number): boolean {
  // Most texts are too short to reach the limit.
  return text.length > limit && walk(text, (_at, depth) => depth > limit);
}

/**
 * Replaces everything that is nested deeper by `null`; the rest stays readable. If the text ends
 * inside such a part, the result ends after the `null`.
 */
export function withoutDeepParts(text: string, limit: number): string {
  if (!isDeeperThan(text, limit)) return text;
  let kept = '';
  let from = 0;
  let before = 0;
  walk(text, (at, depth) => {
    if (depth > limit && before <= limit) kept += `${text.slice(from, at)}null`;
    else if (depth <= limit && before > limit) from = at + 1;
    before = depth;
    return false;
  });
  return before > limit ? kept : kept + text.slice(from);
}

/** Calls back for every bracket outside of strings with the depth after it, until the callback stops it. */
function walk(text: string, isEnough: (at: number, depth: number) => boolean): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (inString) {
      if (char === BACKSLASH) at++;
      else if (char === QUOTE) inString = false;
    } else if (char === QUOTE) inString = true;
    else if (char === 0x7b /* { */ || char === 0x5b /* [ */) {
      if (isEnough(at, ++depth)) return true;
    } else if (char === 0x7d /* } */ || char === 0x5d /* ] */) {
      if (isEnough(at, --depth)) return true;
    }
  }
  return false;
}
