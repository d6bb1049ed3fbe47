/** What is open at a position of a text, the innermost first. */
interface Open {
  readonly closing: '}' | ']';
  readonly around: Open | undefined;
  readonly depth: number;
}

/** Deeper than any real document. */
const MAX_DEPTH = 1000;

/**
 * Completes a truncated JSON text: everything after the last comma is dropped, and open brackets are
 * closed. Only a prefix of a long body is available, and an attacker could evade rules with a long
 * body. A text that is not a prefix of valid JSON stays invalid.
 */
export function closeCutJson(text: string): string {
  let open: Open | undefined;
  let end = 0;
  let openAtEnd: Open | undefined;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === '{' || character === '[') {
      if (open?.depth === MAX_DEPTH) break;
      open = {
        closing: character === '{' ? '}' : ']',
        around: open,
        depth: (open?.depth ?? 0) + 1,
      };
    } else if (character === '}' || character === ']') open = open?.around;
    else if (character === ',') [end, openAtEnd] = [at, open];
  }
  return text.slice(0, end) + closingOf(openAtEnd);
}

/** Where the string ends that begins at a position; the end of the text when it was cut off. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '"') return at;
    if (text[at] === '\\') at += 1;
  }
  return text.length;
}

function closingOf(innermost: Open | undefined): string {
  let closing = '';
  for (let open = innermost; open; open = open.around) closing += open.closing;
  return closing;
}
