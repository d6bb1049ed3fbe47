/**
 * How deep a JSON text is nested, found out without parsing it: parsers recurse, and what they do at a
 * depth that somebody chose for them is not to be relied on.
 */
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Whether more than so many objects and arrays are open at once. Anything may be asked, JSON or not. */
export function isDeeperThan(text: string, limit: number): boolean {
  return walk(text, (_at, depth) => depth > limit);
}

/**
 * The text with null in place of whatever is nested deeper: all above it can be read as before. What
 * is cut off inside of such a part ends with it.
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

/** Tells of every bracket outside of strings and the depth behind it, until that is enough. */
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
