/** What is open at a position of a text, the innermost first. */
interface Open {
  readonly closing: '}' | ']';
  readonly around: Open | undefined;
  readonly depth: number;
}

/** Deeper than any document that serves a purpose. */
const MAX_DEPTH = 1000;

/**
 * A JSON text that was cut off, made whole: all before the last comma is there to its end, and what is
 * open is closed. Long bodies are known only to a limit, and whoever wants not to be seen makes them
 * long. What is no beginning of a JSON text is none afterwards either.
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
