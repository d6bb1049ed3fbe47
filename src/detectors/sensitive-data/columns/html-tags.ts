/** A tag that structures tables. */
export interface TableTag {
  readonly name: 'table' | 'tr' | 'th' | 'td';
  readonly isEnd: boolean;
  readonly index: number;
}

const SLASH = 0x2f;
const BACKSLASH = 0x5c;
/** This bit makes letters lower-case. */
const LOWER = 0x20;
const LETTER_T = 0x74;

/** The next tag at or behind an offset. Faster than a pattern: most tags are others, and tables have many. */
export function nextTableTag(text: string, from: number): TableTag | undefined {
  for (let index = text.indexOf('<', from); index >= 0; index = text.indexOf('<', index + 1)) {
    let at = index + 1;
    // Slashes may be escaped, as in JSON.
    if (text.charCodeAt(at) === BACKSLASH && text.charCodeAt(at + 1) === SLASH) at += 1;
    const isEnd = text.charCodeAt(at) === SLASH;
    if (isEnd) at += 1;
    if ((text.charCodeAt(at) | LOWER) !== LETTER_T) continue;
    const name = nameAt(text, at);
    if (name !== undefined) return { name, isEnd, index };
  }
  return undefined;
}

function nameAt(text: string, at: number): TableTag['name'] | undefined {
  const second = text.charCodeAt(at + 1) | LOWER;
  if (second === 0x61) return isTableAt(text, at) ? 'table' : undefined;
  if (!endsName(text, at + 2)) return undefined;
  if (second === 0x64) return 'td';
  if (second === 0x72) return 'tr';
  return second === 0x68 ? 'th' : undefined;
}

const isTableAt = (text: string, at: number): boolean =>
  text.slice(at, at + 5).toLowerCase() === 'table' && endsName(text, at + 5);

/** `>`, `/` or white space. */
function endsName(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 0x3e || code === SLASH || code === 0x20 || (code >= 0x09 && code <= 0x0d);
}
