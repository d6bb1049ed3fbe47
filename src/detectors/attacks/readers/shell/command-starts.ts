/** What comes before a command. */
export type Opening = ';' | '|' | '&' | 'line' | '$(' | '`';

export interface CommandStart {
  readonly opening: Opening;
  /** Position of the first character of the opening. */
  readonly at: number;
  /** Position after it. */
  readonly end: number;
}

const OPENING = /[;|&]{1,3}|[\r\n]+|`|[$<>]\(/g;
/** The first character of a command, after blanks. */
const NAME = /[ \t]{0,16}(?:[\w/\\'"${^.!@%[?*-])/y;

/** The places where a shell would begin a new command, whatever quotes are around them. */
export function* commandStarts(text: string): Generator<CommandStart> {
  for (const { 0: written, index } of text.matchAll(OPENING)) {
    const end = index + written.length;
    NAME.lastIndex = end;
    if (NAME.test(text)) yield { opening: openingOf(written), at: index, end };
  }
}

function openingOf(written: string): Opening {
  if (written.endsWith('(')) return '$(';
  if (written === '`') return '`';
  const last = written.charAt(written.length - 1);
  return last === ';' || last === '|' || last === '&' ? last : 'line';
}
